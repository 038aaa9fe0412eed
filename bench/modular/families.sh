#!/bin/bash
# The evaluations' families by several engines: a row for each program and engine, then a count for each engine.
#
#   bench/modular/families.sh [-t SECONDS] [-e ENGINE,...] [-n FIRST:LAST] [-o OPTION] [-g GENERATOR] HEDDLE [PROGRAM ..]
#
# PROGRAM are options and arguments of program.sh ("-u mat 3"); without any, all families with N from FIRST to LAST
# (2:8), safe and unsafe. -t: the limit for each (60). -e: engines (modular,bmc,auto). -o: an option for Heddle.
# -g: another generator than program.sh, as styles.py is; then PROGRAM are its arguments.
# Columns: program, expected verdict, engine, verdict, processor seconds with all child processes, sequential checks.
# Exit status 1 when a verdict is wrong.
set -u
limit=60 engines=modular,bmc,auto sizes=2:8 extra= generator=$(dirname "$0")/program.sh
while getopts t:e:n:o:g: option; do
  case $option in
    t) limit=$OPTARG ;; e) engines=$OPTARG ;; n) sizes=$OPTARG ;; o) extra=$OPTARG ;;
    g) generator=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 64; }
heddle=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

number() { sed -n "s/^$1: //p" "$work/out" | tail -n 1; }

row() {
  local program=$1 engine=$2 expected=safe verdict seconds
  case " $program " in *" -u "*) expected=unsafe ;; esac
  "$generator" $program >"$work/p.c" || return
  { time -p "$heddle" verify -p unreach-call --engine "$engine" --timeout "$limit" --stats $extra "$work/p.c" >"$work/out" 2>/dev/null; } \
    2>"$work/time"
  verdict=$(number verdict)
  seconds=$(awk '/^user|^sys/ { t += $2 } END { printf "%.2f", t }' "$work/time")
  case $verdict in
    "$expected") echo "$engine decided" >>"$work/count" ;;
    safe | unsafe) verdict="WRONG $verdict" status=1 ;;
    *) echo "$engine open" >>"$work/count" ;;
  esac
  printf '| `%s` | %s | %s | %s | %s | %s |\n' "$program" "$expected" "$engine" "$verdict" "$seconds" "$(number sequential.checks)"
}

rows() {
  local engine
  for engine in ${engines//,/ }; do row "$1" "$engine"; done
}

all_of_size() {
  local n=$1 unsafe
  for unsafe in '' '-u '; do
    rows "${unsafe}mat $n"
    rows "${unsafe}-v 0:1 mat $n"
    [ "$unsafe$n" = '-u 2' ] || rows "${unsafe}pas $n" # two rows have nothing to wait for
    rows "${unsafe}long $n"
    for kind in ring chain; do
      rows "$unsafe$kind $n"
      rows "$unsafe-s $kind $n"
    done
    rows "$unsafe-s -k $n ring 2"
  done
}

echo '| program | expected | engine | verdict | seconds | checks |'
echo '|---|---|---|---|---|---|'
if [ $# -gt 0 ]; then
  for program; do rows "$program"; done
else
  for program in 'peterson 2' '-u peterson 2' 'dekker 2' '-u dekker 2'; do rows "$program"; done
  for ((n = ${sizes%:*}; n <= ${sizes#*:}; n++)); do all_of_size "$n"; done
fi
echo
sort "$work/count" 2>/dev/null | uniq -c
exit $status
