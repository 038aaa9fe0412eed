#!/bin/bash
# The safe programs of the modular engine's evaluation with everything that the engine has: the proofs.
#
#   bench/modular/proofs.sh [-t SECONDS] [-j JOBS] HEDDLE [PROGRAM ..]
#
# PROGRAM are options and arguments of straight.sh. Columns: verdict, processor seconds, sequential checks, what the proof
# consists of, and what `heddle check` says to the certificate.
set -u
limit=60 jobs=2
while getopts t:j: option; do
  case $option in t) limit=$OPTARG ;; j) jobs=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
heddle=$1
shift
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

row() {
  sh "$folder/straight.sh" $1 >"$work/p.c" || return
  { time -p "$heddle" verify -p unreach-call --engine modular --jobs "$jobs" --timeout "$limit" --stats --certificate "$work/proof" "$work/p.c" \
    >"$work/out" 2>/dev/null; } 2>"$work/time"
  verdict=$(sed -n 's/^verdict: //p' "$work/out") checked=
  [ "$verdict" = safe ] && checked=$("$heddle" check "$work/proof" "$work/p.c" 2>/dev/null | sed -n 's/^verdict: //p')
  printf '| `%s` | %s | %s | %s | %s | %s |\n' "$1" "$verdict" "$(awk '/^user|^sys/ { t += $2 } END { printf "%.1f", t }' "$work/time")" \
    "$(sed -n 's/^sequential.checks: //p' "$work/out")" "$(sed -n 's/^proof: //p' "$work/out")" "$checked"
}

echo '| program | verdict | time | checks | proof | `heddle check` |'
echo '|---|---|---|---|---|---|'
[ $# -gt 0 ] || set -- 'mat 2' 'mat 3' 'mat 4' 'mat 5' 'mat 6' 'mat 7' '-v 1000 mat 2' '-v 1000 mat 3' '-v 1000 mat 4' \
  '-v 1000 mat 5' '-v 1000 mat 6' '-v 1000 mat 7' 'pas 2' 'pas 3' 'pas 4' 'pas 5' 'long 2' 'long 3' 'long 4' 'long 5' \
  'long 6' 'peterson 2' 'ring 2' 'ring 3' 'ring 4' 'ring 5' 'ring 6' 'chain 2' 'chain 3' 'chain 4' 'chain 5' 'chain 6' 'chain 7' \
  'chain 8' 'chain 16'
for program; do row "$program"; done
