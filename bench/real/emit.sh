#!/bin/bash
# Bugs of real programs as folders that fail natively: each `unsafe` is written with `replay --native --emit', and
# `make check' is run there.
#
#   bench/real/emit.sh [-b HEDDLE] [-t SECONDS] [-p PROPERTY,...] [-n RUNS] FOLDER OUT [PATTERN]
#
# FOLDER and PATTERN are those of bench/real/verify.sh. OUT gets a folder a bug, repository-program-property. What is in
# OUT/emitted.tsv is not verified again. Prints a line a bug: how many of RUNS (3) runs of `make check' failed as the
# counterexample says. Exit status 1 when one did not.
set -u
heddle=build/heddle limit=20 properties=no-data-race,no-deadlock,unreach-call,valid-memsafety runs=3
here=$(realpath "$(dirname "$0")")
while getopts b:t:p:n: option; do
  case $option in
    b) heddle=$OPTARG ;; t) limit=$OPTARG ;; p) properties=$OPTARG ;; n) runs=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ -d "${1:-}" ] && [ -n "${2:-}" ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 64; }
mkdir -p "$2" || exit 1
heddle=$(realpath "$heddle") folder=$(realpath "$1") out=$(realpath "$2") table=$(realpath "$2")/emitted.tsv
touch "$table"
. "$here/list.sh"

# How many of the runs of `make check' end as a counterexample of that property does?
failing_runs() { # FOLDER
  local count=0 run
  for ((run = 0; run < runs; run++)); do
    make -s -C "$1" check >"$1.log" 2>&1
    ! grep -q -E 'Error 1[012]$' "$1.log" || count=$((count + 1))
  done
  echo $count
}

emit_bug() { # REPOSITORY NAME PROPERTY ARGUMENT...
  local bug status
  bug=$(echo "$1-${2%.c}-$3" | tr / -) property=$3
  cd "$folder/$1" || return
  shift 3
  timeout -k 1 $((limit + 10)) "$heddle" verify -q -t "$limit" -p "$property" --json "$out/$bug.json" "$@" >/dev/null 2>&1
  status=$?
  [ $status = 10 ] || { printf '%s\t%s\n' "$bug" "not unsafe: $status"; return; }
  timeout 60 "$heddle" replay --native --emit "$out/$bug" "$out/$bug.json" "$@" >"$out/$bug.said" 2>&1
  printf '%s\tunsafe\t%s\t%s\n' "$bug" "$(failing_runs "$out/$bug")" "$(grep -m 1 '^heddle-replay' "$out/$bug.said")"
}

list_programs "$folder" "$here/programs.txt" | grep -E "${3:-.}" | while IFS='|' read -r repository name arguments; do
  for property in $(echo "$properties" | tr , ' '); do
    bug=$(echo "$repository-${name%.c}-$property" | tr / -)
    # shellcheck disable=SC2086 # a list of words
    grep -q "^$bug	" "$table" || emit_bug "$repository" "$name" "$property" $arguments </dev/null >>"$table"
  done
done
awk -F'\t' -v runs="$runs" '
  $2 != "unsafe" { next }
  { n++; good += $3 == runs; printf "%-70s %d of %d  %s\n", $1, $3, runs, $4 }
  END { printf "%d bugs, %d fail natively in each of %d runs\n", n, good, runs; exit good != n }' "$table"
