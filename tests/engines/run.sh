#!/bin/sh
# Runs programs of tests/regress through one engine: it may not know, but must not contradict what the
# programs' first lines expect, and must know at least so many. The bound on iterations alone ends a search, not the
# clock: what is known is the same on every machine.
#
#   run.sh HEDDLE ENGINE LEAST TOPIC...
set -u
heddle=$1 engine=$2 least=$3
shift 3
here=$(dirname "$0")
known=0 total=0 wrong=0

field() { # FILE NAME: the rest of the line `// NAME: ...` among the first ones
  sed -n "1,/^[^\/]/s|^// $2: *||p" "$1" | head -n 1
}

for topic in "$@"; do
  for file in "$here/../regress/$topic"/*.c; do
    expected=$(field "$file" expect)
    for property in $(field "$file" property); do
      total=$((total + 1))
      # shellcheck disable=SC2046 # options are words
      last=$("$heddle" verify -q --engine "$engine" --unwind 4 --property "$property" \
        -I "$here/../../include" $(field "$file" options) "$file" 2>&1 | tail -n 1)
      case $last in
        "verdict: $expected"*) [ "$expected" = unknown ] || known=$((known + 1)) ;;
        "verdict: unknown"*) ;;
        *)
          wrong=$((wrong + 1))
          echo "WRONG $file ($property): expected $expected, got: $last"
          ;;
      esac
    done
  done
done
echo "$engine: $known of $total known, $wrong wrong"
[ $wrong -eq 0 ] && [ $known -ge "$least" ]
