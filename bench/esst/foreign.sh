#!/bin/sh
# FairThreads programs of others, unchanged: what each property's verdict is.
#
#   bench/esst/foreign.sh [-t SECONDS] [-b HEDDLE] [-e ENGINE] FOLDER...
#
# Every .c file below the folders that includes fthread.h and has a main, with those of its folder that have none where
# its own functions are not enough. A line a program: the verdicts for failed assertions and for threads that wait for ever,
# then the reason of the first that is unknown. Measured so far: the tests and examples of the library itself (folder
# ft_v1.0 of vanity25/PC3R) and a course's exercises (TD2 of XavierJulien/Arenes-Vectorielles-Synchrones).
set -u
limit=10 heddle=build/heddle engine=auto
while getopts t:b:e: option; do
  case $option in t) limit=$OPTARG ;; b) heddle=$OPTARG ;; e) engine=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
[ $# -gt 0 ] || { sed -n '4p' "$0"; exit 64; }

# PROPERTY FILE...: the verdict's line, or the first error
answer() {
  "$heddle" verify -q --engine "$engine" --timeout "$limit" -p "$@" 2>&1 </dev/null |
    sed -n 's/^verdict: //p; s/.*error: /refused: /p' | tail -n 1
}

helpers() { grep -L -w main "$(dirname "$1")"/*.c; }

find "$@" -name '*.c' | sort | xargs grep -l 'fthread\.h' | xargs grep -l -w main | while read -r file; do
  safety=$(answer unreach-call "$file") files=$file
  case $safety in *'no body'*) files="$file $(helpers "$file")"; safety=$(answer unreach-call $files) ;; esac
  waiting=$(answer no-deadlock $files)
  case $safety$waiting in *unknown*) why=" $safety" ;; *) why= ;; esac
  echo "${safety%% *} ${waiting%% *} $file$why"
done | awk '{print; all++; if ($1 != "unknown" && $1 != "refused:") a++; if ($2 != "unknown" && $2 != "refused:") d++}
            END {printf "%d programs: %d decided for unreach-call, %d for no-deadlock\n", all, a, d}'
