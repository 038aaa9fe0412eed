#!/bin/sh
# witnesses.sh [-b HEDDLE] [-t SECONDS] [-v] DIR...: how many violations have witnesses, and how many are validated.
#
# Each task definition (.yml) below DIR is verified; of each `unsafe` the witness is written (which includes that its own
# counterexample follows it) and given to `heddle check`, which knows the witness and the program only. With -v, SARIF is
# written, too, and given to tools/validate-sarif. Prints a line for each violation that has none, and the sums.
set -u
heddle=build/heddle seconds=10 sarif=
while getopts b:t:v option; do
  case $option in
  b) heddle=$OPTARG ;;
  t) seconds=$OPTARG ;;
  v) sarif=yes ;;
  *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "usage: witnesses.sh [-b HEDDLE] [-t SECONDS] [-v] DIR..." >&2; exit 64; }
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
unsafe=0 written=0 linted=0 validated=0 refuted=0 valid=0
for task in $(find "$@" -name '*.yml' | LC_ALL=C sort); do
  rm -f "$T/w.yml" "$T/w.sarif"
  "$heddle" verify -q -t "$seconds" --witness "$T/w.yml" --sarif "$T/w.sarif" "$task" >"$T/out" 2>"$T/err"
  [ $? = 10 ] || continue
  unsafe=$((unsafe + 1))
  [ -s "$T/w.yml" ] || { echo "no witness: $task: $(tail -n 1 "$T/err")"; continue; }
  written=$((written + 1))
  "$heddle" check -q -t "$seconds" "$T/w.yml" "$task" >"$T/out" 2>"$T/err"
  status=$?
  [ $status = 65 ] || linted=$((linted + 1))
  case $status in
  10) validated=$((validated + 1)) ;;
  *)
    echo "not validated: $task: $(tail -n 1 "$T/out") $(head -n 1 "$T/err")"
    grep -q 'no execution follows' "$T/out" && refuted=$((refuted + 1))
    ;;
  esac
  [ -z "$sarif" ] || tools/validate-sarif "$T/w.sarif" >"$T/out" 2>&1 && valid=$((valid + 1))
done
echo "unsafe: $unsafe, witness followed by its counterexample: $written, allowed by the format: $linted," \
  "validated within $seconds s: $validated, refuted: $refuted${sarif:+, valid SARIF: $valid}"
