#!/bin/sh
# Boolean programs of other projects beside the verdicts that these expect.
#
#   bench/fixpoint/foreign.sh [-b BUILD] [-t SECONDS] FOLDER...
#
# Every .bp file below the folders that is not empty, one after the other. What is expected stands in a test.desc
# beside the file, as in Boppo's regression (with the label after -l), or in the file's name (_safe, _unsafe).
# A line a file: agree, differ, decided (nothing is expected), unknown with the reason, or refused with the message;
# then the verdict, the processor seconds and the name. An unsafe one counts when its trace, written as JSON, has been
# replayed; otherwise it differs. The suites measured so far are the folders regression/boppo of martin-cs/SATABS,
# examples of lpzun/ijit and experiments of trucnguyenlam/getafix (branch develop).
set -u
build=build
seconds=20
while getopts b:t: option; do
  case $option in
    b) build=$OPTARG ;;
    t) seconds=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
heddle=$(realpath "$build")/heddle
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name the folder with -b"; exit 1; }
[ $# -gt 0 ] || { echo "usage: $0 [-b BUILD] [-t SECONDS] FOLDER..."; exit 64; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# expectation FILE: safe, unsafe or nothing
expectation() {
  desc=$(dirname "$1")/test.desc
  if [ -f "$desc" ] && grep -q -F -x "$(basename "$1")" "$desc"; then
    grep -q 'VERIFICATION FAILED' "$desc" && echo unsafe
    grep -q 'VERIFICATION SUCCESSFUL' "$desc" && echo safe
    return
  fi
  case $1 in
    *_unsafe*) echo unsafe ;;
    *_safe*) echo safe ;;
  esac
}

# decide FILE: sets verdict, reason, status
decide() {
  label=$(sed -n 's/.*-l \([A-Za-z_0-9]*\).*/\1/p' "$(dirname "$1")/test.desc" 2>/dev/null)
  times >"$work/before"
  "$heddle" verify -p unreach-call -q --timeout "$seconds" --json "$work/trace.json" ${label:+--label "$label"} "$1" \
    >"$work/out" 2>"$work/err"
  status=$?
  times >"$work/after"
  verdict=$(sed -n 's/^verdict: \([a-z]*\).*/\1/p' "$work/out")
  reason=$(sed -n 's/^verdict: unknown (\(.*\))$/\1/p' "$work/out")
  if [ "$verdict" = unsafe ]; then
    "$heddle" replay ${label:+--label "$label"} "$work/trace.json" "$1" >/dev/null 2>&1
    [ $? -eq 10 ] || verdict='unsafe without a replay'
  fi
}

# user and system seconds of children between before and after
spent() {
  cat "$work/before" "$work/after" | tr 'ms' '  ' |
    awk 'NR % 2 == 0 {t[NR] = 60 * $1 + $2 + 60 * $3 + $4} END {printf "%.1f", t[4] - t[2]}'
}

find "$@" -name '*.bp' -type f -size +0 | sort >"$work/files"
while read -r file; do
  expected=$(expectation "$file")
  decide "$file"
  case $status:$verdict in
    65:*) what=refused verdict=$(grep -m1 'error:' "$work/err" | sed 's/.*\.bp//') ;;
    *:unknown) what=unknown verdict="($reason)" ;;
    *) if [ -z "$expected" ]; then what=decided
       elif [ "$expected" = "$verdict" ]; then what=agree
       else what=differ; fi ;;
  esac
  printf '%-8s %6s %s %s\n' "$what" "$(spent)" "$file" "$verdict"
done <"$work/files" | tee "$work/lines"
awk '{n[$1]++} END {printf "%d files: %d agree, %d decided, %d differ, %d unknown, %d refused\n", NR,
                    n["agree"], n["decided"], n["differ"], n["unknown"], n["refused"]}' "$work/lines"
