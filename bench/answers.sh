#!/bin/bash
# answers.sh [-b HEDDLE] [-t SECONDS] [-c SECONDS] [-n RUNS] [-m MINUTES] [-v] -o RESULTS DIR...: can
# answers be relied on?
#
# Each verdict that a task definition (.yml) below DIR expects to be `false` is asked for, within -t seconds (10). Of each
# `unsafe` the trace is executed by the interpreter and, -n times (1), by the compiled program; the witness is linted and
# validated by `heddle check`, which has -c seconds (60) and knows only the program and the witness; the JSON is held
# against its schema, the SARIF, with -v, against the published validator (tools/validate-sarif).
#
# RESULTS is a folder: answers.tsv has a line a verdict, and those that are there already are not asked again, so that a
# run can be interrupted, or ended by -m MINUTES, and taken up. Prints what failed, and the sums.
# Exit status 1 when an answer failed one of them, 2 when some were not asked yet.
set -u
heddle=build/heddle limit=10 check_limit=60 runs=1 minutes= results= sarif=
while getopts b:t:c:n:m:o:v option; do
  case $option in
    b) heddle=$OPTARG ;; t) limit=$OPTARG ;; c) check_limit=$OPTARG ;; n) runs=$OPTARG ;; m) minutes=$OPTARG ;;
    o) results=$OPTARG ;; v) sarif=yes ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] && [ -n "$results" ] || { sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 64; }
root=$(cd "$(dirname "$0")/.." && pwd)
validate=$(dirname "$heddle")/tests/json/json_validate
table=$results/answers.tsv
mkdir -p "$results/sarif" && touch "$table" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# A line for each verdict that is expected to be false: the task and the property. Heddle has no termination.
expected_false() {
  find "$@" -name '*.yml' | LC_ALL=C sort | while read -r task; do
    awk -v task="$task" '
      /property_file:/ { name = $NF; sub(/.*\//, "", name); sub(/\.prp.*/, "", name) }
      /expected_verdict:/ && $NF == "false" && name != "termination" { print task "\t" name }' "$task"
  done
}

replay_natively() { # TASK: yes, or why not
  rm -rf "$work/emitted"
  timeout 120 "$heddle" replay --native --emit "$work/emitted" "$work/t.json" "$1" >"$work/out" 2>"$work/err"
  [ $? = 10 ] || { grep -h -m 1 -E '^heddle-replay:|cannot be built' "$work/out" "$work/err" | head -n 1; return; }
  for ((run = 1; run < runs; run++)); do
    "$work/emitted/replay" >/dev/null 2>"$work/err"
    case $? in 1[012]) ;; *) echo "run $((run + 1)): $(grep -m 1 '^heddle-replay:' "$work/err")"; return ;; esac
  done
  echo yes
}

check_witness() { # TASK: two columns, linted and validated
  [ -s "$work/w.yml" ] || { printf 'none\tno'; return; }
  timeout $((check_limit + 30)) "$heddle" check -q -t "$check_limit" "$work/w.yml" "$1" >"$work/out" 2>"$work/err"
  case $? in
    10) printf 'yes\tyes' ;;
    65) printf '%s\tno' "$(head -n 1 "$work/err")" ;;
    *) printf 'yes\t%s' "$(tail -n 1 "$work/out")" ;;
  esac
}

ask() { # TASK PROPERTY
  rm -f "$work"/[tw].*
  timeout $((limit + 30)) "$heddle" verify -q -t "$limit" -p "$2" --json "$work/t.json" --sarif "$work/w.sarif" \
    --witness "$work/w.yml" "$1" >"$work/said" 2>&1
  [ $? = 10 ] || { printf '%s\t%s\t%s\n' "$1" "$2" "$(sed -n 's/^verdict: \([a-z]*\).*/\1/p' "$work/said")"; return; }
  cp "$work/w.sarif" "$results/sarif/$(echo "${1%.yml}" | tr / _).$2.sarif"
  timeout 120 "$heddle" replay -q "$work/t.json" "$1" >/dev/null 2>&1
  model=$([ $? = 10 ] && echo yes || echo no)
  json=$("$validate" "$root/docs/result.schema.json" "$work/t.json" >/dev/null && echo yes || echo no)
  printf '%s\t%s\tunsafe\t%s\t%s\t%s\t%s\n' "$1" "$2" "$model" "$json" "$(replay_natively "$1")" "$(check_witness "$1")"
}

count_wanted=0 count_open=0
while IFS="$(printf '\t')" read -r task property; do
  count_wanted=$((count_wanted + 1))
  grep -q -F "$task	$property	" "$table" && continue
  [ -z "$minutes" ] || [ $SECONDS -lt $((60 * minutes)) ] || { count_open=$((count_open + 1)); continue; }
  ask "$task" "$property" </dev/null >"$work/line"
  cat "$work/line" >>"$table"
done < <(expected_false "$@")

awk -F'\t' '
  function miss(what, words) { if (words != "yes") printf "%s: %s %s: %s\n", what, $1, $2, words }
  { answers[$3 == "" ? "failed" : $3]++ }
  $3 == "unsafe" {
    model += $4 == "yes"; json += $5 == "yes"; native += $6 == "yes"; linted += $7 == "yes"; validated += $8 == "yes"
    miss("not on the interpreter", $4); miss("JSON not valid", $5); miss("not natively", $6); miss("witness not linted", $7)
    miss("witness not validated", $8)
  }
  END {
    n = answers["unsafe"]
    printf "asked: %d; unsafe: %d, unknown: %d, safe: %d, failed: %d\n", NR, n, answers["unknown"], answers["safe"], answers["failed"]
    printf "of the %d: on the interpreter %d, natively %d (%.1f %%), witness linted %d, validated %d, JSON valid %d\n", n, model,
      native, n ? 100 * native / n : 0, linted, validated, json
    exit model != n || native != n || linted != n || validated != n || json != n
  }' "$table"
status=$?
[ $count_open = 0 ] || { echo "not asked yet: $count_open of $count_wanted"; exit 2; }
if [ -n "$sarif" ] && ls "$results"/sarif/*.sarif >/dev/null 2>&1; then
  "$root/tools/validate-sarif" "$results"/sarif/*.sarif >"$work/out" || status=1
  echo "SARIF valid: $(grep -c ': 0 errors' "$work/out") of $(wc -l <"$work/out")"
  grep -v ': 0 errors' "$work/out"
fi
exit $status
