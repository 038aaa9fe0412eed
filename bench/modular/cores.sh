#!/bin/bash
# The modular engine's algorithm with a second core, and without one.
#
#   bench/modular/cores.sh [-t SECONDS] [-n TIMES] HEDDLE [PROGRAM ..]
#
# PROGRAM are options and arguments of straight.sh; behind a colon, more names for --without ("ring 3:modules"). Each is
# run TIMES times (3), with and without by turns; figures are means. Columns: verdict without; checks and processor seconds
# without; with: verdict, checks, questions to the second process (queries among them), answers that were wanted, processor
# seconds of the second process, and of the first with those in which it had to wait: what two free cores would take.
set -u
limit=60 times=3
while getopts t:n: option; do
  case $option in t) limit=$OPTARG ;; n) times=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
heddle=$1
shift
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

run() { # FILE OPTIONS: adds the statistics to the file
  "$heddle" verify -p unreach-call --engine modular --jobs 2 --no-recheck --timeout "$limit" --stats --without "samples,properties$2" \
    "$work/p.c" 2>/dev/null >>"$1"
}

mean() { # FILE NAME..: the mean of the sum of statistics
  file=$1
  shift
  awk -F': ' -v names=" $* " -v n="$times" 'index(names, " " $1 " ") { t += $2 } END { printf "%.3g", t / n }' "$file"
}

row() {
  sh "$folder/straight.sh" -v 1000 ${1%:*} >"$work/p.c" || return
  more=
  case $1 in *:*) more=,${1#*:} ;; esac
  : >"$work/with"
  : >"$work/without"
  for _ in $(seq "$times"); do
    run "$work/without" "$more,cores"
    run "$work/with" "$more"
  done
  verdicts() { sed -n 's/^verdict: \([a-z]*\).*/\1/p' "$1" | sort -u | tr '\n' ' ' | sed 's/ $//'; }
  w=$work/with
  printf '| `%s` | %s | %s | %s | %s | %s | %s (%s) | %s | %s | %s |\n' "$1" "$(verdicts "$work/without")" \
    "$(mean "$work/without" sequential.checks)" "$(mean "$work/without" time.here)" "$(verdicts "$w")" \
    "$(mean "$w" sequential.checks)" "$(mean "$w" aside)" "$(mean "$w" aside.queries)" "$(mean "$w" aside.used)" \
    "$(mean "$w" time.aside)" "$(mean "$w" time.here time.waited)"
}

echo '| program | one core | checks | time | two cores | checks | asked (queries) | wanted | time aside | time |'
echo '|---|---|---|---|---|---|---|---|---|---|'
[ $# -gt 0 ] || set -- 'pas 5' 'mat 7' 'long 5' 'chain 16' 'peterson 2' 'ring 3:modules' '-u long 5' '-u chain 16'
for program; do row "$program"; done
