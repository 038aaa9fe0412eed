#!/bin/bash
# Threads with loops (bench/modular/loops): what the optimization `lemmas` of the modular engine saves.
#
#   bench/modular/loops.sh [-t SECONDS] HEDDLE
#
# Columns: verdict, processor seconds, sequential checks and attempts that a proof answered, then the first three
# without lemmas. One core, no samples, no properties, no proof wanted.
set -u
limit=40
while getopts t: option; do
  case $option in t) limit=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
heddle=$1
folder=$(dirname "$0")/loops
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

number() { sed -n "s/^$1: //p" "$work/out"; }

# measure WITHOUT FILE
measure() {
  { time -p timeout $((limit + 5)) "$heddle" verify -p unreach-call --engine modular --jobs 1 --no-recheck --stats --timeout "$limit" \
    --without "samples,properties$1" "$2" >"$work/out" 2>/dev/null; } 2>"$work/time"
  verdict=$(number verdict)
  case $verdict in safe | unsafe) ;; *) verdict=- ;; esac
  seconds=$(awk '/^user|^sys/ { t += $2 } END { printf "%.1f", t }' "$work/time")
}

echo '| program | verdict | time | checks | reproofs | without: verdict | time | checks |'
echo '|---|---|---|---|---|---|---|---|'
for file in "$folder"/*.c; do
  measure '' "$file"
  printf '| `%s` | %s | %s | %s | %s |' "$(basename "$file" .c)" "$verdict" "$seconds" "$(number sequential.checks)" "$(number reproofs)"
  measure ,lemmas "$file"
  printf ' %s | %s | %s |\n' "$verdict" "$seconds" "$(number sequential.checks)"
done
