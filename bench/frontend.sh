#!/bin/sh
# Takes a collection of tasks through the front end and prints a table: steps and places that are not supported in the
# model, and the processor time from bitcode to the model, which the compiler's is no part of.
#
#   bench/frontend.sh [-b HEDDLE] FOLDER     FOLDER has a tasks.tsv: file, property, separated by tabs
#
# With a HEDDLE of the sanitizer build every report of theirs is a failure. Exit status 70 when a task crashed,
# hung (more than 120 s) or was reported.
set -u
heddle=build/heddle
while getopts b: option; do
  case $option in
    b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ -f "${1:-}/tasks.tsv" ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 64; }
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')

# The definition beside a program knows its data model.
definition() { if [ -f "${1%.*}.yml" ]; then echo "${1%.*}.yml"; else echo "$1"; fi; }

printf '%-56s %8s %12s %10s\n' task steps unsupported 'lower, ms'
while IFS=$tab read -r file property _; do
  [ "$file" != path ] || continue
  task=$(definition "$folder/$file")
  timeout 120 "$heddle" emit program "$task" >"$work/model" 2>"$work/errors"
  status=$?
  if [ $status -ne 0 ] || grep -q -E 'Sanitizer|runtime error' "$work/errors"; then
    printf '%-56s failed: status %d: %s\n' "$file" $status "$(grep -v '^warning' "$work/errors" | head -n 1)"
    echo "$file" >>"$work/failed"
    continue
  fi
  timeout 120 "$heddle" verify -q --stats --engine explicit --depth 1 --property "$property" "$task" \
    >"$work/stats" 2>"$work/errors"
  if grep -q -E 'Sanitizer|runtime error' "$work/errors"; then echo "$file" >>"$work/failed"; fi
  ms=$(sed -n 's/^time.lower: //p' "$work/stats" | awk '{ printf "%.1f", 1000 * $1 }')
  printf '%-56s %8d %12d %10s\n' "$file" "$(grep -c '^edge' "$work/model")" \
    "$(grep -c '^loc .* unsupported ' "$work/model")" "$ms"
  echo "$ms" >>"$work/times"
  sed -n 's/^loc .* unsupported "\([^"]*\)".*/\1/p' "$work/model" | sed "s|^|$file: |" >>"$work/places"
done <"$folder/tasks.tsv"

sort -n "$work/times" | awk '{ t[NR] = $1 } END {
  printf "\n%d tasks lowered; milliseconds: median %.1f, nine of ten %.1f, most %.1f\n", NR, t[int((NR + 1) / 2)],
         t[int(0.9 * NR)], t[NR] }'
sort "$work/places" | uniq -c
if [ -s "$work/failed" ]; then
  echo "failed:"
  cat "$work/failed"
  exit 70
fi
