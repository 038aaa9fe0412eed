#!/bin/sh
# Tables 1 and 2 of the paper, with its semantics: one order of turns that stays the same (`--turns fixed`). For each
# reduction ours and, in brackets, the paper's: processor seconds (front end and recheck included), and explored abstract
# states. A Markdown table each.
#
#   bench/esst/tables.sh [-t SECONDS] [-b HEDDLE]
#
# -t: processor seconds for each run. `-` is a run that had no answer, and larger rings are not tried then with that
# reduction. Exit status 1 when a verdict is wrong, or the default (both) has none.
set -u
limit=8 heddle=build/heddle
while getopts t:b: option; do
  case $option in t) limit=$OPTARG ;; b) heddle=$OPTARG ;; *) exit 64 ;; esac
done
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
. "$folder/common.sh"

# PROGRAM: leaves its file in $file, and the number of threads less in $family.
find_program() {
  family=${1%.*} size=${1##*.}
  case $1 in
    token-ring-bug.*) sh "$folder/ring.sh" fairthreads "$size" bug >"$work/ring.c"; file=$work/ring.c ;;
    token-ring.*) sh "$folder/ring.sh" fairthreads "$size" >"$work/ring.c"; file=$work/ring.c ;;
    *) family=$1 file=$folder/fairthreads/$1.c ;;
  esac
}

status=0 given_up=" "
while read -r name expected t1 t2 t3 t4 s1 s2 s3 s4; do
  case $name in '#'*) continue ;; esac
  find_program "$name"
  times_row= states_row=
  for column in "none $t1 $s1" "persistent $t2 $s2" "sleep $t3 $s3" "both $t4 $s4"; do
    set -- $column
    verdict=- seconds=- states=-
    case $given_up in
      *" $family.$1 "*) ;;
      *) run "$expected" "$limit" --turns fixed --engine esst --por "$1" "$file" || status=1
         [ "$verdict" != - ] || given_up="$given_up$family.$1 " ;;
    esac
    [ "$1$verdict" != both- ] || status=1
    times_row="$times_row | $seconds ($2)" states_row="$states_row | $states ($3)"
  done
  echo "| \`$name\` | $expected$times_row |" >>"$work/seconds"
  echo "| \`$name\` | $expected$states_row |" >>"$work/states"
done <"$folder/paper.txt"
head='| program | verdict | none | persistent | sleep | both |
| --- | --- | --- | --- | --- | --- |'
printf 'Processor seconds, limit %s:\n\n%s\n' "$limit" "$head"
cat "$work/seconds"
printf '\nExplored abstract states:\n\n%s\n' "$head"
cat "$work/states"
exit $status
