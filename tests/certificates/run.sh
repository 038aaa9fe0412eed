#!/bin/sh
# run.sh HEDDLE DAMAGE SOURCES: a proof of every kind, by the engines that give it: written, rechecked by Z3 and by
# cvc5, refused with another head, and refused with any fact damaged that executions need (DAMAGE is fuzz_certificates).
set -u
heddle=$1 damage=$2 sources=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

complain() {
  echo "FAILED $*"
  failed=$((failed + 1))
}

# The first line `NAME ...` of the proof, changed: then it is not this program's proof.
refuse() { # TASK SCRIPT
  sed "$2" "$work/proof" >"$work/other"
  cmp -s "$work/proof" "$work/other" && complain "$1: '$2' changes nothing"
  "$heddle" check -q "$work/other" "$file" >"$work/out" 2>&1 && complain "$1: accepted after '$2'"
}

# try KIND FILE OPTIONS...
try() {
  kind=$1 file=$2 task="$2 $3 ${4-}"
  shift 2
  case " $* " in *" --property "*) ;; *) set -- "$@" --property unreach-call ;; esac
  if ! "$heddle" verify -q "$@" --certificate "$work/proof" "$file" >"$work/out" 2>&1; then
    complain "$task: not proved: $(tail -n 1 "$work/out")"
    return
  fi
  grep -q "^kind $kind\$" "$work/proof" || complain "$task: $(grep '^kind' "$work/proof") instead of $kind"
  for solver in z3 cvc5; do
    [ $solver = cvc5 ] && ! command -v cvc5 >/dev/null && continue
    "$heddle" check -q --solver $solver "$work/proof" "$file" >"$work/out" 2>&1 ||
      complain "$task: not accepted by $solver: $(tail -n 1 "$work/out")"
  done
  refuse "$task" 's/^program 0x./&7/'
  "$damage" -n 3 "$work/proof" "$file" >"$work/out" 2>&1 || complain "$task: $(cat "$work/out")"
  [ "$kind" = exhaustive ] || grep -q ' [1-9][0-9]* times refused' "$work/out" || complain "$task: nothing was damaged"
}

cd "$sources" || exit 1
try product tests/cli/programs/even_sum.c --engine sequential
try product tests/regress/overflow/guarded.c --engine horn --property no-overflow
try exhaustive tests/regress/overflow/guarded.c --engine sequential --sequential bounded --property no-overflow
try product tests/cli/programs/locked_update.c --engine horn --reduction none
try product tests/cli/programs/locked_update.c --engine horn --reduction lipton
try product tests/cli/programs/counts_beside_others.c --engine slicing --backend horn --keep count
try product tests/cli/programs/locked_update.c --engine horn --property no-deadlock
try product tests/cli/programs/locked_update.c --engine horn --property no-data-race
try modular tests/cli/programs/any_number.c --engine horn
try modular tests/regress/static/trylock_in_a_branch.c --engine static --property no-data-race
try modular tests/regress/static/any_number_locked.c --engine static --property no-data-race
try modular tests/regress/static/asserted_under_lock.c --engine static --property unreach-call
try modular tests/regress/static/counted_once.c --engine static --property no-overflow
try graph tests/cli/programs/locked_update.c --engine esst --por none
try graph examples/fair_meeting.c --engine esst --por none
sh bench/modular/straight.sh -v 1000 chain 2 >"$work/chain.c" && try modular "$work/chain.c" --engine modular
try exhaustive tests/cli/programs/locked_update.c --engine bmc
try exhaustive tests/cli/programs/locked_update.c --engine slicing
try exhaustive tests/cli/programs/locked_update.c --engine explicit --property no-deadlock
try exhaustive tests/cli/programs/locked_update.c --engine explicit --property no-data-race
[ $failed -eq 0 ]
