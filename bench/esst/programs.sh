#!/bin/sh
# The controllers, protocols and buffers of `designs/`, each right and with a bug, by `--engine esst` alone, with the
# default meaning of turns: a table of verdicts, processor seconds (front end and recheck included) and states.
#
#   bench/esst/programs.sh [-t SECONDS] [-b HEDDLE] [OPTION...]
#
# -t: processor seconds for each. `-` is a run without an answer. Exit status 1 when a verdict is wrong.
set -u
limit=60 heddle=build/heddle
while getopts t:b: option; do
  case $option in t) limit=$OPTARG ;; b) heddle=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
. "$folder/common.sh"

status=0 decided=0 all=0
printf '%-24s %-7s %-8s %8s %8s %11s %10s\n' design options verdict seconds states refinements predicates
while read -r file options expected; do
  case $file in '#'*) continue ;; esac
  given=; [ "$options" = - ] || given=$options
  run "$expected" "$limit" --engine esst "$@" "$folder/designs/$file" $given || status=1
  all=$((all + 1))
  [ "$verdict" = - ] || decided=$((decided + 1))
  printf '%-24s %-7s %-8s %8s %8s %11s %10s\n' "$file" "$options" "$verdict" "$seconds" "$states" \
    "$(stat refinements)" "$(stat predicates)"
done <"$folder/designs/expected.txt"
echo "$decided of $all decided within $limit s"
exit $status
