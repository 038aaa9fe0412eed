#!/bin/sh
# native.sh HEDDLE FOLDER EVERY: what `heddle emit c' prints, compiled and run, does what the model does.
#
# Every EVERYth program of the suite is printed as C. One without inputs is compiled and run: an assertion fails exactly when
# the expectation is `unsafe'. All are checked again by heddle, which must not say the opposite.
heddle=$1
folder=$2
every=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
failed=0
ran=0
checked=0
number=0

complain() {
  failed=$((failed + 1))
  echo "FAILED $1"
}

run_native() { # LINE EXPECTED
  cc -O0 -w -o "$work/a.out" "$work/p.c" || {
    complain "$1: does not compile"
    return
  }
  ran=$((ran + 1))
  "$work/a.out" >"$work/out" 2>&1
  if grep -q reach_error "$work/out"; then said=unsafe; else said=safe; fi
  [ $said = "$2" ] || complain "$1: runs as $said instead of $2"
}

run_again() { # LINE EXPECTED
  checked=$((checked + 1))
  said=$("$heddle" verify -p unreach-call -q -t 10 --engine sequential "$work/p.c" 2>/dev/null | sed -n 's/^verdict: \([a-z]*\).*/\1/p')
  [ "$said" = "$2" ] || [ "$said" = unknown ] || complain "$1: checked again, $said instead of $2"
}

while read -r line; do
  case $line in '#'*) continue ;; esac
  number=$((number + 1))
  [ $((number % every)) -eq 0 ] || continue
  # shellcheck disable=SC2086 # words
  set -- $line
  file=$1 property=$2 expected=$3
  shift 3
  set -- $(for d in "$@"; do printf -- '-D %s ' "$d"; done)
  [ "$property" = unreach-call ] || continue
  if ! "$heddle" emit c "$@" "$folder/programs/$file" >"$work/p.c" 2>"$work/errors"; then
    complain "$line: cannot be printed"
    continue
  fi
  grep -q __VERIFIER_nondet "$work/p.c" || run_native "$line" "$expected"
  run_again "$line" "$expected"
done <"$folder/suite.txt"
echo "$ran run, $checked checked again, $failed failures"
[ $failed -eq 0 ] && [ $ran -gt 0 ] && [ $checked -gt 0 ]
