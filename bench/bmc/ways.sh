#!/bin/sh
# The ways of `--engine bmc` side by side, in processor seconds.
#
#   cmake --build build --target bench-bmc-ways && bench/bmc/ways.sh [-t SECONDS] [-b BUILD]
set -u
limit=30 build=build
while getopts t:b: option; do
  case $option in
    t) limit=$OPTARG ;; b) build=$OPTARG ;;
    *) exit 64 ;;
  esac
done
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# NAME OPTIONS-OF-THE-GENERATOR...
row() {
  name=$1
  shift
  sh "$folder/../modular/straight.sh" "$@" >"$work/program.c" || exit 1
  "$build/heddle" emit program "$work/program.c" >"$work/it.program" || exit 1
  "$build/bench/bench-bmc-ways" "$limit" "$name" "$work/it.program"
}

echo "| program | circuits | lazily acyclic | integers, theory | integers, clocks | bits, theory | bits, clocks |"
echo "|---|---:|---:|---:|---:|---:|---:|"
row "fib ring, 6 threads" -s ring 6
row "fib ring, 8 threads" -s ring 8
row "fib ring, 10 threads" -s ring 10
row "fib chain, 16 threads" -s chain 16
row "two threads, 5 rounds each" -s -k 5 ring 2
row "two threads, 6 rounds each" -s -k 6 ring 2
row "two threads, 8 rounds each" -s -k 8 ring 2
row "Pascal, 7 rows" pas 7
row "Pascal, 8 rows" pas 8
row "longest subsequence of 7" long 7
row "sum-matrix, 5 rows of 2" -c 2 -v 1000000 mat 5
