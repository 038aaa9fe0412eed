#!/bin/sh
# native.sh FUZZ_PTHREADS HEDDLE FIRST COUNT RUNS: random concurrent C programs, run natively, against the verdicts.
#
# Every program is compiled with preempt.c and run RUNS times, each with other interruptions. An assertion that fails there fails
# in the model too: a `safe` is wrong. Executions with undefined behaviour are stopped where it happens and do not count.
set -u
[ $# -eq 5 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 64; }
fuzz=$1 heddle=$2 first=$3 count=$4 runs=$5
here=$(dirname "$0")
clang=${CLANG:-clang-19}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
programs=0 failing=0 unsafe=0 unknown=0 wrong=0

fails() { # does an assertion fail in one of the runs?
  run=0
  while [ "$run" -lt "$runs" ]; do
    run=$((run + 1))
    SEED=$run timeout 1 "$scratch/program" >/dev/null 2>"$scratch/said"
    [ $? -eq 124 ] && return 1
    grep -q "Assertion.*failed" "$scratch/said" && return 0
  done
  return 1
}

"$clang" -O1 -c "$here/preempt.c" -o "$scratch/preempt.o" || exit 70
seed=$first
while [ "$seed" -lt $((first + count)) ]; do
  "$fuzz" text "$seed" >"$scratch/program.c"
  "$clang" -w -O0 -fsanitize=undefined -fsanitize-trap=all "$scratch/program.c" "$scratch/preempt.o" \
    -o "$scratch/program" -lpthread || exit 70
  verdict=$("$heddle" verify -p unreach-call -q -t 10 "$scratch/program.c" 2>/dev/null | tail -n 1)
  programs=$((programs + 1))
  case $verdict in
    "verdict: unsafe") unsafe=$((unsafe + 1)) ;;
    "verdict: unknown"*) unknown=$((unknown + 1)) ;;
  esac
  if fails; then
    failing=$((failing + 1))
    if [ "$verdict" = "verdict: safe" ]; then
      wrong=$((wrong + 1))
      echo "seed $seed: $verdict, but: $(head -n 1 "$scratch/said")"
    fi
  fi
  seed=$((seed + 1))
done
echo "$programs programs: $failing fail natively, $unsafe unsafe, $unknown unknown, $wrong wrong"
[ "$wrong" -eq 0 ]
