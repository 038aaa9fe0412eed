#!/bin/sh
# States per second of one core, beside SPIN's compiled verifier, on the same models.
#
#   bench/spin/run.sh [-b HEDDLE] [MODEL...]
#
# Each MODEL.pml has the same model in our textual form beside it, statement for statement, and
# both sides search without reductions: the numbers of states must be equal. SPIN's verifier is
# compiled with -O2 and has the hash table it needs from the start. Bytes per state are what
# each uses for its states: the vectors' memory for SPIN, the whole store for heddle.
set -u
heddle=build/heddle
while getopts b: option; do
  case $option in
    b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
here=$(cd "$(dirname "$0")" && pwd)
command -v spin >/dev/null || { echo "spin is missing: apt-get install spin"; exit 1; }
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
heddle=$(realpath "$heddle")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
[ $# -gt 0 ] || set -- $(cd "$here" && ls ./*.pml | sed 's|^./||; s|.pml$||')

printf '%-14s %-8s %10s %12s %8s %12s %8s\n' model tool states transitions seconds states/s bytes
for model; do
  mkdir -p "$work/$model"
  (cd "$work/$model" && spin -a -o3 "$here/$model.pml" >/dev/null &&
    gcc -O2 -w -DSAFETY -DNOREDUCE -DMEMLIM=12000 -o pan pan.c && ./pan -m20000000 -w25 >pan.out 2>&1) ||
    { echo "$model: spin failed"; exit 1; }
  "$heddle" verify -p unreach-call --engine explicit --reduction none --no-por --symmetry off --jobs 1 --stats --quiet \
    "$here/$model.program" >"$work/$model/heddle.out" 2>&1
  awk -v model="$model" '
    FILENAME ~ /pan.out/ && /states, stored/ {states = $1}
    FILENAME ~ /pan.out/ && /transitions \(/ {transitions = $1}
    FILENAME ~ /pan.out/ && /actual memory usage for states/ {bytes = $1 * 1048576}
    FILENAME ~ /pan.out/ && /errors:/ {errors = $NF}
    FILENAME ~ /pan.out/ && /elapsed time/ {seconds = $4}
    FILENAME ~ /heddle.out/ && /^states:/ {mine = $2}
    FILENAME ~ /heddle.out/ && /^transitions:/ {moves = $2}
    FILENAME ~ /heddle.out/ && /^bytes.per.state:/ {per = $2}
    FILENAME ~ /heddle.out/ && /^time.visit:/ {time = $2}
    FILENAME ~ /heddle.out/ && /^verdict:/ {verdict = $2}
    END {
      if (seconds == 0) seconds = 0.01
      if (time == 0) time = 0.001
      printf "%-14s %-8s %10d %12d %8.2f %12.0f %8.1f\n", model, "spin", states, transitions, seconds, states / seconds,
        bytes / states
      printf "%-14s %-8s %10d %12d %8.2f %12.0f %8.1f   %.2f times spin%s\n", "", "heddle", mine, moves, time, mine / time,
        per, mine / time * seconds / states, mine == states ? "" : "   (states differ)"
      exit (errors > 0) != (verdict == "unsafe")
    }' "$work/$model/pan.out" "$work/$model/heddle.out" || { echo "$model: verdicts differ"; exit 1; }
done
