#!/bin/bash
# The tables of the modular engine's evaluation (Figures 9.1 and 9.2 of the thesis), for ours, and beside them the
# engines horn, bmc and explicit on the same programs.
#
#   bench/modular/run.sh [-t SECONDS] [-o] [-a] HEDDLE [PROGRAM ..]
#
# PROGRAM is "KIND N" or "-u KIND N" (straight.sh). -t: the limit for each (60). -o: the modular engine only. The modular
# engine runs the algorithm alone, without sampled executions and guessed properties; -a: with them.
# Columns: verdict, processor seconds, sequential checks, environment queries, refinements, promises; then for each
# other engine its verdict and processor seconds (- : no answer within the limit).
set -u
limit=60 only= without='--without samples,properties'
while getopts t:oa option; do
  case $option in t) limit=$OPTARG ;; o) only=1 ;; a) without= ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
heddle=$1
shift
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

seconds() { awk '/^user|^sys/ { t += $2 } END { printf "%.2f", t }' "$work/time"; }
verdict() { v=$(sed -n 's/^verdict: //p' "$work/out"); case $v in safe | unsafe) echo "$v" ;; *) echo - ;; esac; }
number() { sed -n "s/^$1: //p" "$work/out"; }

measure() {
  { time -p timeout $((limit + 5)) "$heddle" verify -p unreach-call --engine "$@" --timeout "$limit" --stats "$work/p.c" >"$work/out" 2>/dev/null; } \
    2>"$work/time"
}

row() {
  sh "$folder/straight.sh" -v 1000 $1 >"$work/p.c" || return
  measure modular --no-recheck $without
  printf '| `%s` | %s | %s | %s | %s | %s | %s |' "$1" "$(verdict)" "$(seconds)" "$(number sequential.checks)" \
    "$(number env.queries)" "$(number env.refinements)" "$(number promises)"
  for other in horn bmc explicit; do
    [ -n "$only" ] && continue
    measure "$other"
    printf ' %s %s |' "$(verdict)" "$(seconds)"
  done
  echo
}

head='| program | verdict | time | checks | queries | refinements | promises |'
line='|---|---|---|---|---|---|---|'
[ -n "$only" ] || head="$head horn | bmc | explicit |" line="$line---|---|---|"
echo "$head"
echo "$line"
if [ $# -gt 0 ]; then
  for program; do row "$program"; done
  exit
fi
for unsafe in '' '-u '; do
  for n in 2 3 4 5 6 7; do row "${unsafe}mat $n"; done
  for n in 2 3 4 5; do row "${unsafe}pas $n"; done
  for n in 2 3 4 5 6; do row "${unsafe}long $n"; done
  row "${unsafe}peterson 2"
  for n in 2 3 4 5 6; do row "${unsafe}ring $n"; done
  for n in 2 3 4 5 6 7 8 16; do row "${unsafe}chain $n"; done
done
