#!/bin/sh
# csmith.sh [-b BUILD] [-k FOLDER] FROM TO: check sums of Csmith's programs, compiled and on the model.
#
# Each seed is a sequential program of modest size; odd seeds have more functions, every third has packed structures. The check sum
# that the compiled program prints must be the one of the reference interpreter, and any other must not be (random-c-check). Prints
# a line for each program that differs or is not followed, keeps it in FOLDER, and sums up. Programs that take more than a second
# are left out. Needs the Debian packages csmith and libcsmith-dev.
set -u
build=build keep=
while getopts b:k: option; do
  case $option in
  b) build=$OPTARG ;;
  k) keep=$OPTARG ;;
  *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 64; }
headers=${CSMITH_HEADERS:-/usr/include/csmith}
check=$build/tests/random_c/random-c-check
T=$(mktemp -d) || exit 70
trap 'rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
programs=0 slow=0 bad=0 unfollowed=0

generate() { # SEED
  size="--max-funcs $((2 + $1 % 2 * 4)) --max-block-depth 3 --max-block-size 3 --max-expr-complexity 5 --max-array-len-per-dim 5"
  if [ $(($1 % 3)) -ne 0 ]; then size="$size --no-packed-struct"; fi
  (cd "$T" && csmith --seed "$1" --no-argc $size) >"$T/program.c"
}

# The program as a function, and a main that asserts its check sum.
for_the_model() {
  echo '#define main generated_main'
  cat "$T/program.c"
  printf '#undef main\n#include <assert.h>\nint main(void) { generated_main(); assert((crc32_context ^ 0xFFFFFFFFUL) == EXPECTED); }\n'
}

compare() { # SEED
  clang-19 -w -O1 -I"$headers" "$T/program.c" -o "$T/program" || exit 70
  sum=$(timeout 1 "$T/program" | sed -n 's/^checksum = //p')
  if [ -z "$sum" ]; then slow=$((slow + 1)); return; fi
  for_the_model >"$T/model.c"
  clang-19 -w -E -P -I"$headers" "$T/model.c" -o "$T/seed$1.c" || exit 70
  programs=$((programs + 1))
  if timeout 300 "$check" "$T/seed$1.c" "$((0x$sum))" >"$T/said"; then rm "$T/seed$1.c"; return; fi
  case $(cat "$T/said") in
  *"left what is supported"* | *"too many steps"*) unfollowed=$((unfollowed + 1)) ;;
  *) bad=$((bad + 1)) ;;
  esac
  echo "seed $1: sum $sum: $(sed "s|$T/||" "$T/said" | tr -s '\n ' ' ')"
  if [ -n "$keep" ]; then cp "$T/seed$1.c" "$keep"; fi
}

seed=$1
while [ "$seed" -le "$2" ]; do
  generate "$seed" && compare "$seed"
  seed=$((seed + 1))
done
echo "$programs programs: $bad differ, $unfollowed not followed to the end; $slow left out as too slow"
[ $bad -eq 0 ]
