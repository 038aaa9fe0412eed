#!/bin/sh
# native.sh [-b HEDDLE] [-t SECONDS] [-p PROPERTY] [-n RUNS] DIR...: how many violations replay natively?
#
# Each task definition (.yml) below DIR is verified; of each `unsafe` the trace is executed by the compiled program, RUNS
# times (default 1). Prints a line for each that does not fail as its trace says, with where it went another way, and the
# sums.
set -u
heddle=build/heddle seconds=10 property= runs=1
while getopts b:t:p:n: option; do
  case $option in
  b) heddle=$OPTARG ;;
  t) seconds=$OPTARG ;;
  p) property=$OPTARG ;;
  n) runs=$OPTARG ;;
  *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "usage: native.sh [-b HEDDLE] [-t SECONDS] [-p PROPERTY] [-n RUNS] DIR..." >&2; exit 64; }
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
unsafe=0 native=0 unbuilt=0
for task in $(find "$@" -name '*.yml' | LC_ALL=C sort); do
  "$heddle" verify -q -t "$seconds" ${property:+-p "$property"} --json "$T/t.json" "$task" >"$T/out" 2>&1
  [ $? = 10 ] || continue
  unsafe=$((unsafe + 1))
  rm -rf "$T/emitted"
  "$heddle" replay --native --emit "$T/emitted" "$T/t.json" "$task" >"$T/out" 2>"$T/err"
  status=$? good=1
  while [ $status = 10 ] && [ $good -lt "$runs" ]; do
    "$T/emitted/replay" >/dev/null 2>&1
    case $? in 1[012]) good=$((good + 1)) ;; *) break ;; esac
  done
  if [ $status = 10 ] && [ $good = "$runs" ]; then
    native=$((native + 1))
  else
    [ $status != 65 ] || unbuilt=$((unbuilt + 1))
    echo "$task: $(grep -h -m 1 -E '^heddle-replay:|cannot be built' "$T/out" "$T/err" | head -n 1)"
  fi
done
echo "unsafe: $unsafe, natively each of $runs times: $native, not built: $unbuilt"
