#!/bin/sh
# Runs programs that carry their own expectation through `heddle verify`.
#
#   run.sh [-a] HEDDLE FILE-OR-FOLDER...
#
# The first lines of a program are the test:
#   // property: unreach-call      the property that is checked; several: each has the same verdict.
#                                  (A program that blocks too early has no failing assertion either:
#                                  no-deadlock beside unreach-call shows that it went on.)
#   // expect: safe                safe, unsafe or unknown: the verdict and the exit status
#   // options: --unwind 5         more options; optional
#   // engines: explicit auto      engines that must give this verdict; default: auto
# With -a every other engine runs too: it may not know, but must not contradict.
all=no
if [ "$1" = -a ]; then
  all=yes
  shift
fi
heddle=$1
shift
if ! "$heddle" engines >/dev/null; then
  echo "cannot run $heddle" >&2
  exit 1
fi
include=$(dirname "$0")/../../include
total=0
failed=0

field() { # FILE NAME: the rest of the line `// NAME: ...` among the first ones
  sed -n "1,/^[^\/]/s|^// $2: *||p" "$1" | head -n 1
}

status_of() {
  case $1 in
    safe) echo 0 ;;
    unsafe) echo 10 ;;
    unknown) echo 20 ;;
    *) echo none ;;
  esac
}

complain() {
  failed=$((failed + 1))
  echo "FAILED $1 ($2): expected $3, got status $4: $5"
}

run() { # FILE PROPERTY ENGINE EXPECTED MAY_NOT_KNOW
  total=$((total + 1))
  limit=
  [ "$5" = no ] || limit='--timeout 8' # who has to know gets all the time there is
  # shellcheck disable=SC2046,SC2086 # options are words
  last=$("$heddle" verify -q --engine "$3" --property "$2" -I "$include" \
    $limit $(field "$1" options) "$1" 2>&1)
  status=$?
  last=$(printf '%s\n' "$last" | tail -n 1)
  word=$(printf '%s\n' "$last" | sed -n 's/^verdict: \([a-z]*\).*/\1/p')
  [ "$5" = yes ] && [ "$word" = unknown ] && [ $status -eq 20 ] && return
  [ "$word" = "$4" ] && [ "$status" = "$(status_of "$4")" ] && return
  complain "$1" "$2, $3" "$4" "$status" "$last"
}

run_engines() { # FILE PROPERTY EXPECTED
  for engine in ${engines:-auto}; do run "$1" "$2" "$engine" "$3" no; done
  [ $all = yes ] || return
  for engine in $("$heddle" engines | sed -n 's/^\([a-z]\{1,\}\) .*/\1/p'); do
    case " ${engines:-auto} " in
      *" $engine "*) ;;
      *) [ "$engine" != fixpoint ] || continue ;; # for Boolean programs
    esac
    case " ${engines:-auto} " in
      *" $engine "*) ;;
      *) run "$1" "$2" "$engine" "$3" yes ;;
    esac
  done
}

for file in $(find "$@" -name '*.c' -o -name '*.cpp' | sort); do
  expected=$(field "$file" expect)
  engines=$(field "$file" engines)
  properties=$(field "$file" property)
  if [ "$(status_of "$expected")" = none ] || [ -z "$properties" ]; then
    complain "$file" header "a property and a verdict in the first lines" - "$expected"
    continue
  fi
  for property in $properties; do run_engines "$file" "$property" "$expected"; done
done
echo "$((total - failed)) of $total as expected"
[ $failed -eq 0 ]
