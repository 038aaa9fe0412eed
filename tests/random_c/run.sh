#!/bin/sh
# Compares compiled programs with their models.
#   run.sh GENERATE CHECK FROM TO      the random programs of these seeds
#   run.sh GENERATE CHECK FILE.c       one program
#   run.sh FROM TO                     the seeds, with the programs in BUILD (default: build/)
# With HEDDLE set to the tool itself, its engines must not contradict either (they may not know).
# Says which seeds disagree, keeps their programs in KEEP if that is set, and fails if there are any.
set -u
if [ $# -eq 2 ]; then
  build=${BUILD:-$(dirname "$0")/../../build}/tests/random_c
  set -- "$build/random-c-generate" "$build/random-c-check" "$1" "$2"
fi
generate=$1 check=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# The compiled program's sum is what the model must have; undefined behaviour in it is a fault of the program.
compare() { # FILE DATA-MODELS
  sanitize="-fsanitize=undefined -fno-sanitize-recover=all"
  flags="-w -Wno-psabi -O0 -pthread -DPRINT"
  # One compiler has been seen to crash on a program; then another has its turn.
  ${CC:-cc} $flags $sanitize "$1" -o "$folder/a.out" 2> "$folder/errors" ||
    clang-19 $flags "$1" -o "$folder/a.out" || return 1
  value=$("$folder/a.out") || return 1
  for model in $2; do
    "$check" "$1" "$value" "$model" || return 1
  done
}

# Prints a verdict that is wrong for this value of the check sum.
wrong_verdict() { # FILE VALUE WRONG
  "$HEDDLE" verify -p unreach-call -q --timeout 5 -D "EXPECTED=${2}ULL" "$1" 2> /dev/null | grep "^verdict: $3$"
}

engines_agree() { # FILE
  if [ -z "${HEDDLE:-}" ]; then return 0; fi
  ! wrong_verdict "$1" "$value" unsafe && ! wrong_verdict "$1" 0 safe
}

if [ $# -eq 3 ]; then
  compare "$3" LP64
  exit
fi
bad=0
seed=$3
while [ "$seed" -le "$4" ]; do
  file=$folder/$seed.c
  models=LP64
  if [ $((seed % 4)) -eq 0 ]; then models="LP64 ILP32"; fi
  if ! "$generate" "$seed" > "$file" || ! compare "$file" "$models" || ! engines_agree "$file"; then
    echo "seed $seed: disagrees"
    bad=$((bad + 1))
    if [ -n "${KEEP:-}" ]; then cp "$file" "$KEEP"; fi
  fi
  rm -f "$file"
  seed=$((seed + 1))
done
echo "$bad of seeds $3 to $4 disagree"
[ "$bad" -eq 0 ]
