#!/bin/sh
# What it costs to find a proof and to recheck it, as a Markdown table: processor seconds of `heddle verify --no-recheck
# --certificate`, and of `heddle check` with Z3 and with cvc5. All of them include reading the program with clang.
#
#   bench/certificates.sh [-t SECONDS] [-b HEDDLE] [FOLDER]
#
# FOLDER has tasks of SV-COMP (FAMILY/TASK.yml). Without it, only programs of this project are run. -t is the time limit
# of each command. Exit status 1 if a program has no proof, or a recheck does not accept one.
set -u
limit=60 heddle=build/heddle
while getopts t:b: option; do
  case $option in t) limit=$OPTARG ;; b) heddle=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
tasks=${1:-}
project=$(dirname "$0")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
status=0

# COMMAND...: runs it, and leaves its processor time in $seconds.
measure() {
  times >"$work/before"
  timeout $((limit + 20)) "$@" >"$work/out" 2>&1 || status=1
  times >"$work/after"
  seconds=$(cat "$work/before" "$work/after" | awk -F'[ms ]+' 'NR % 2 == 0 {t = $1 * 60 + $2 + $3 * 60 + $4
    if (NR == 4) printf "%.2f", t - last; last = t}')
}

# NAME FILE ENGINE OPTION...
row() {
  name=$1 file=$2 engine=$3
  shift 3
  measure "$heddle" verify -p unreach-call --no-recheck --timeout "$limit" --engine "$engine" "$@" \
    --certificate "$work/proof" "$file"
  found=$seconds
  measure "$heddle" check --stats --timeout "$limit" "$work/proof" "$file"
  claims=$(sed -n 's/^proof.claims: //p' "$work/out") z3=$seconds
  proof=$(sed -n 's/^proof: \(.*\) found by .*/\1/p' "$work/out")
  measure "$heddle" check --solver cvc5 --timeout "$limit" "$work/proof" "$file"
  echo "| $name | \`$engine\`${*:+, \`$*\`} | $proof | $found | $claims | $z3 | $seconds |"
}

own() { file=$1; shift; row "\`$file\`" "$project/$file" "$@"; }
task() { file=$1; shift; [ -z "$tasks" ] || row "$file" "$tasks/$file.yml" "$@"; }

echo '| program | engine | proof | engine s | claims | Z3 s | cvc5 s |'
echo '| --- | --- | --- | ---: | ---: | ---: | ---: |'
own examples/peterson.c horn --reduction local
own tests/cli/programs/locked_update.c horn --reduction local
own tests/cli/programs/any_number.c horn
own tests/cli/programs/even_sum.c sequential
own tests/cli/programs/locked_update.c esst
own examples/fair_meeting.c esst
task systemc/token_ring.04.cil-1 sequential
task systemc/kundu.cil sequential
task pthread-ext/01_inc horn
task pthread-ext/05_tas horn
task pthread-wmm/safe012_tso.opt horn
task pthread-divine/condvar horn
exit $status
