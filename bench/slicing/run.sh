#!/bin/sh
# `slicing` against `bmc`: verdicts and processor seconds, the front end included, family by family.
#
#   bench/slicing/run.sh [-t SECONDS] [-b HEDDLE] [-v] [FOLDER]
#
# The first families are litmus tests of growing size with many variables of which few matter (litmus.sh), the
# next the same tests without such variables. FOLDER holds tasks, a folder for each family, and a file
# tasks.tsv whose lines are `path, property, expected verdict` between tabs; its unreach-call tasks are the
# other families. -v prints each program. A program that one of the two does not decide within the limit counts
# as failed, with its time.
#
# Exit status 1 when a verdict is wrong.
set -u
limit=30 heddle=build/heddle verbose=
while getopts t:b:v option; do
  case $option in
    t) limit=$OPTARG ;; b) heddle=$OPTARG ;; v) verbose=1 ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
: >"$work/results"

# ENGINE FILE: prints verdict and seconds.
measure() {
  times >"$work/before"
  timeout $((limit + 20)) "$heddle" verify --engine "$1" --timeout "$limit" --property unreach-call -q -j 1 "$2" >"$work/out" 2>/dev/null
  times >"$work/after"
  seconds=$(cat "$work/before" "$work/after" | awk -F'[ms ]+' 'NR % 2 == 0 {t = $1 * 60 + $2 + $3 * 60 + $4
    printf NR == 4 ? sprintf("%.3f", t - last) : ""; last = t}')
  echo "$(sed -n 's/^verdict: //p' "$work/out" | tail -n 1 | cut -d' ' -f1) $seconds"
}

# FAMILY NAME FILE EXPECTED
row() {
  set -- "$1" "$2" "$3" "$4" $(measure bmc "$3") $(measure slicing "$3")
  echo "$1 $2 $4 $5 $6 $7 $8" >>"$work/results"
  [ -z "$verbose" ] || printf '  %-44s %-7s bmc %-8s %7s   slicing %-8s %7s\n' "$2" "$4" "$5" "$6" "$7" "$8"
}

# FAMILY SHAPE THREADS NOISE ROUNDS
litmus() {
  for verdict in safe unsafe; do
    sh "$folder/litmus.sh" "$2" "$3" "$4" "$5" $verdict >"$work/program.c" || exit 1
    row "$1" "$2-$3-$4-$5-$verdict" "$work/program.c" $verdict
  done
}

for shape in sb mp cnt; do
  for size in '2 8 2' '3 6 1' '3 12 2' '4 8 1' '4 16 2'; do
    litmus "$shape-many-variables" $shape $size
  done
  for threads in 2 3 4 5; do litmus "$shape-few-variables" $shape $threads 0 0; done
done
if [ $# -gt 0 ]; then
  tab=$(printf '\t')
  while IFS="$tab" read -r path property expected _; do
    [ "$property" = unreach-call ] && [ -f "$1/$path" ] || continue
    case $expected in true) expected=safe ;; *) expected=unsafe ;; esac
    task="$1/${path%.*}.yml" # has the data model, too
    [ -f "$task" ] || task="$1/$path"
    row "${path%%/*}" "$path" "$task" $expected
  done <"$1/tasks.tsv"
fi

awk '
function judge(i, verdict, expected, seconds) {
  time[family, i] += seconds
  if (verdict == expected) pass[family, i]++
  else if (verdict == "safe" || verdict == "unsafe") { wrong++; print "WRONG: " $2 ": " verdict }
  else fail[family, i]++
}
{
  family = $1
  if (!(family in count)) order[++n] = family
  count[family]++
  judge(1, $4, $3, $5); judge(2, $6, $3, $7)
}
END {
  printf "%-24s %9s | %6s %6s %9s | %6s %6s %9s | %8s\n", "family", "programs", "pass", "fail", "bmc s", "pass", "fail", "slicing s", "slicing/bmc"
  for (k = 1; k <= n; k++) {
    f = order[k]
    printf "%-24s %9d | %6d %6d %9.2f | %6d %6d %9.2f | %8.2f\n", f, count[f], pass[f, 1], fail[f, 1], time[f, 1],
      pass[f, 2], fail[f, 2], time[f, 2], time[f, 1] ? time[f, 2] / time[f, 1] : 0
    group = f ~ /many/ ? "many" : "other"
    for (i = 1; i <= 2; i++) sum[group, i] += time[f, i]
  }
  printf "many variables that do not matter: bmc %.2f s, slicing %.2f s\n", sum["many", 1], sum["many", 2]
  printf "others: bmc %.2f s, slicing %.2f s\n", sum["other", 1], sum["other", 2]
  exit wrong > 0
}' "$work/results"
