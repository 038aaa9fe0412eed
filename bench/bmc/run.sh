#!/bin/sh
# The bounded programs of the evaluations, by `--engine bmc`: verdict and processor seconds, the front end
# included, beside what CBMC 6 (with CaDiCaL) and Deagle took on a machine of this kind.
#
#   bench/bmc/run.sh [-t SECONDS] [-b HEDDLE]
#
# Exit status 1 when a verdict is wrong or missing.
set -u
limit=300 heddle=build/heddle
while getopts t:b: option; do
  case $option in
    t) limit=$OPTARG ;; b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
status=0

# NAME CBMC DEAGLE EXPECTED OPTIONS-OF-THE-GENERATOR...
row() {
  name=$1 cbmc=$2 deagle=$3 expected=$4
  shift 4
  sh "$folder/../modular/program.sh" "$@" >"$work/program.c" || exit 1
  times >"$work/before"
  timeout $((limit + 20)) "$heddle" verify --engine bmc --timeout "$limit" --stats "$work/program.c" >"$work/out" 2>&1
  times >"$work/after"
  seconds=$(cat "$work/before" "$work/after" | awk -F'[ms ]+' 'NR % 2 == 0 {t = $1 * 60 + $2 + $3 * 60 + $4
    printf NR == 4 ? sprintf("%.2f", t - last) : ""; last = t}')
  verdict=$(sed -n 's/^verdict: //p' "$work/out" | tail -n 1)
  [ "$verdict" = "$expected" ] || status=1
  printf '%-34s %-8.20s %8s %8s %8s %8s %9s %6s\n' "$name" "$verdict" "$seconds" "$cbmc" "$deagle" \
    "$(stat events)" "$(stat clauses)" "$(stat room)"
}
stat() { sed -n "s/^$1: //p" "$work/out" | tail -n 1; }

printf '%-34s %-8s %8s %8s %8s %8s %9s %6s\n' program verdict CPU-s CBMC Deagle events clauses bits
row "fib ring, 8 threads" 7.5 1.4 safe -s ring 8
row "fib ring, 10 threads" - 7.8 safe -s ring 10
row "fib ring, 11 threads" - 19 safe -s ring 11
row "fib ring, 11 threads, bound - 1" - - unsafe -s -u ring 11
row "fib chain, 16 threads" - - safe -s chain 16
row "two threads, 10 rounds" - 31 safe -s -k 10 ring 2
row "two threads, 10 rounds, bound - 1" - - unsafe -s -u -k 10 ring 2
row "Pascal, 7 rows" 24 7.6 safe pas 7
row "Pascal, 8 rows" - 58 safe pas 8
row "Pascal, 8 rows, bound - 1" - - unsafe -u pas 8
row "longest subsequence of 7" 53 37 safe long 7
row "longest subsequence of 7, bound - 1" - - unsafe -u long 7
row "sum-matrix, 5 rows of 2" 53 33 safe -c 2 -v 1000000 mat 5
row "sum-matrix, 5 rows of 2, bound - 1" - - unsafe -u -c 2 -v 1000000 mat 5
exit $status
