#!/bin/sh
# Takes real programs through the front end and prints a table: lines of source, processor seconds and megabytes (the
# compiler's included), steps of the model, and how it ended.
#
#   bench/real/frontend.sh [-a] [-b HEDDLE] [-t SECONDS] [-m MB] FOLDER [PATTERN]
#
# With -a a function of ours calls the program's main, with the program's name as the only argument: else what lies behind
# the first look at an argument is not part of the model.
# FOLDER holds the repositories of bench/real/programs.txt, one folder each; those that are not there are left out.
# PATTERN (as of grep -E) selects programs by repository and name. A program that takes five seconds
# longer than the limit is stopped and counts as hanging: exit status 70.
set -u
heddle=build/heddle limit=60 memory=2048 here=$(realpath "$(dirname "$0")") start=
while getopts ab:t:m: option; do
  case $option in
    a) start="-Dmain=program_main $here/start.c" ;;
    b) heddle=$OPTARG ;; t) limit=$OPTARG ;; m) memory=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ -d "${1:-}" ] || { sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 64; }
heddle=$(realpath "$heddle")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/list.sh"

# How it ended, in a few words.
outcome() {
  if [ "$1" -eq 0 ]; then
    echo lowered
  elif [ "$1" -ge 124 ]; then
    echo "HANGS OR CRASHES (status $1)"
  else
    cat "$work/model" "$work/errors" |
      sed -n -e 's/^verdict: //p' -e 's/.*error: //p' | cut -c 1-70 | head -n 1
  fi
}

printf '%-44s %7s %9s %7s %9s  %s\n' program lines seconds MB steps outcome
list_programs "$1" "$here/programs.txt" | grep -E "${2:-.}" | while IFS='|' read -r repository name arguments; do
  cd "$1/$repository" || exit 64
  lines=$(for word in $arguments; do case $word in *.c) cat "$word" ;; esac; done | wc -l)
  # shellcheck disable=SC2086 # a list of words
  /usr/bin/time -o "$work/usage" -f '%U %S %M' timeout -k 1 $((limit + 5)) \
    "$heddle" emit program -t "$limit" -m "$memory" $start $arguments >"$work/model" 2>"$work/errors"
  status=$?
  [ $status -lt 124 ] || echo "$name" >>"$work/failed"
  tail -n 1 "$work/usage" | awk -v name="$repository/$name" -v lines="$lines" -v steps="$(grep -c '^edge' "$work/model")" \
    -v how="$(outcome $status)" \
    '{ printf "%-44s %7d %9.2f %7d %9d  %s\n", name, lines, $1 + $2, $3 / 1024, steps, how }'
done
[ ! -s "$work/failed" ] || exit 70
