#!/bin/bash
# Runs a folder of competition tasks, one run a program over all its properties, and prints SV-COMP's score.
#
#   bench/svcomp.sh [-t SECONDS] [-n EVERY] [-k FIRST] [-b HEDDLE] [-o RESULTS] FOLDER
#
# FOLDER/tasks.tsv has a line a verdict: path, property, expected verdict, data model, family. -n 10 takes every tenth
# program, -n 10 -k 3 the third, the thirteenth and so on: samples with different FIRST share no program. What was run goes
# to RESULTS (svcomp.tsv), a line a verdict: path, property, expected, family, answer, processor seconds of the whole run;
# programs that are there already are not run again, so an interrupted run can be taken up.
# Right `true` 2, right `false` 1, wrong `false` -16, wrong `true` -32. Where FOLDER/peers-PROPERTY.tsv has what other tools
# answered, their scores on the same tasks stand beside ours. Exit status 10 when an answer is wrong.
set -u
limit=60 every=1 first=0 heddle=build/heddle results=svcomp.tsv
while getopts t:n:k:b:o: option; do
  case $option in
    t) limit=$OPTARG ;; n) every=$OPTARG ;; k) first=$OPTARG ;; b) heddle=$OPTARG ;; o) results=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -ne 1 ] || [ ! -f "$1/tasks.tsv" ]; then
  sed -n '2,12s/^# \{0,1\}//p' "$0"
  exit 64
fi
folder=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
touch "$results"

answer_of() { # PROPERTY: what the run said about it
  line=$(sed -n "s/^property $1: //p" "$work/out")
  [ -n "$line" ] || line=$(sed -n 's/^verdict: //p' "$work/out")
  case $line in safe) echo true ;; unsafe) echo false ;; *) echo unknown ;; esac
}

run_program() { # PATH
  awk -F'\t' -v path="$1" '$1 == path' "$folder/tasks.tsv" >"$work/tasks"
  properties=$(cut -f2 "$work/tasks" | paste -sd, -)
  model=$(head -n 1 "$work/tasks" | cut -f4)
  { time -p timeout $((limit + 30)) "$heddle" verify --timeout "$limit" --data-model "$model" -p "$properties" \
    "$folder/$1" >"$work/out" 2>"$work/errors"; } 2>"$work/time"
  seconds=$(awk '/^(user|sys)/ { s += $2 } END { printf "%.2f", s }' "$work/time")
  while IFS="$(printf '\t')" read -r path property expected _ family; do
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$path" "$property" "$expected" "$family" "$(answer_of "$property")" "$seconds"
  done <"$work/tasks" >>"$results"
}

cut -f1 "$folder/tasks.tsv" | grep -v '^path$' | sort -u | awk -v n="$every" -v k="$first" 'NR % n == k % n' >"$work/programs"
while read -r path; do
  grep -q "^$path	" "$results" || run_program "$path"
done <"$work/programs"

awk -F'\t' '
  function score(expected, answer) {
    if (answer == expected) return answer == "true" ? 2 : 1
    return answer == "unknown" ? 0 : answer == "true" ? -32 : -16
  }
  function count(key) {
    if (!(key in tasks)) keys[n++] = key
    tasks[key]++; right[key] += $5 == $3; wrong[key] += $5 != $3 && $5 != "unknown"
    points[key] += score($3, $5); most[key] += score($3, $3)
  }
  { count($2 " all"); count($2 " " $4) }
  $5 != $3 && $5 != "unknown" { mistakes = mistakes sprintf("wrong: %s %s is %s, not %s\n", $1, $2, $3, $5) }
  END {
    printf "%-16s %-26s %6s %6s %6s %7s %7s\n", "property", "family", "tasks", "right", "wrong", "score", "of"
    for (i = 0; i < n; i++) {
      split(keys[i], name, " "); k = keys[i]
      printf "%-16s %-26s %6d %6d %6d %7d %7d\n", name[1], name[2], tasks[k], right[k], wrong[k], points[k], most[k]
    }
    printf "%s", mistakes
  }' "$results" | { read -r head; echo "$head"; sort; }

for peers in "$folder"/peers-*.tsv; do
  [ -f "$peers" ] || continue
  property=${peers##*/peers-}
  awk -F'\t' -v property="${property%.tsv}" '
    FNR == NR { if ($2 == property) { name = $1; sub(/.*\//, "", name); sub(/\.[a-z]*$/, "", name); done[name] = 1 }; next }
    FNR == 1 { for (i = 7; i <= NF; i++) tool[i] = $i; columns = NF; next }
    {
      name = $2; sub(/\.yml$/, "", name)
      if (!(name in done)) next
      for (i = 7; i <= columns; i++) {
        if ($i ~ /\/correct/) points[i] += $i ~ /^true/ ? 2 : 1
        if ($i ~ /\/wrong/) points[i] -= $i ~ /^true/ ? 32 : 16
      }
    }
    END { for (i = 7; i <= columns; i++) printf "peer: %s %s %d\n", property, tool[i], points[i] }' "$results" "$peers"
done
awk -F'\t' '$5 != $3 && $5 != "unknown" { wrong = 1 } END { exit wrong ? 10 : 0 }' "$results"
