#!/bin/sh
# The bounded programs of the evaluations, with their loops and arrays, by `--engine bmc`: verdict and processor seconds, the
# front end included. Beside them what Deagle 4.1 and CBMC 6.3 took for programs of the same families and sizes, once, on
# another loaded machine of two cores (100 s limit); -: not measured.
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
  timeout $((limit + 20)) "$heddle" verify -p unreach-call --engine bmc --timeout "$limit" --stats "$work/program.c" >"$work/out" 2>&1
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
row "split ring, 8 threads" 7.5 1.4 safe -s ring 8
row "split ring, 11 threads" - 19 safe -s ring 11
row "split ring, 11 threads, bound - 1" - - unsafe -s -u ring 11
row "ring, 3 threads" 0.2 - safe ring 3
row "chain, 3 threads" 0.2 - safe chain 3
row "split chain, 16 threads" - - safe -s chain 16
row "split ring of two, 5 rounds" 1.7 0.3 safe -s -k 5 ring 2
row "split ring of two, 8 rounds" '>100' 4.6 safe -s -k 8 ring 2
row "split ring of two, 11 rounds" - 56 safe -s -k 11 ring 2
row "sum-matrix, 6 rows of 2, 0 or 1" 1.5 0.3 safe -v 0:1 mat 6
row "sum-matrix, 3 rows of 2" 1.4 1.5 safe mat 3
row "sum-matrix, 5 rows of 2" 53 33 safe mat 5
row "sum-matrix, 5 rows, no waiting" - - unsafe -u mat 5
row "Pascal, 4 rows" 0.4 0.2 safe pas 4
row "Pascal, 7 rows" 24 7.6 safe pas 7
row "Pascal, 8 rows" - 58 safe pas 8
row "Pascal, 8 rows, no waiting" - - unsafe -u pas 8
row "longest subsequence of 3" 0.2 0.2 safe long 3
row "longest subsequence of 6" 16.2 4.1 safe long 6
row "longest subsequence of 7" 53 37 safe long 7
row "longest subsequence of 7, no waiting" - - unsafe -u long 7
row "Peterson, endless" - - safe peterson 2
row "Dekker, endless" - - safe dekker 2
exit $status
