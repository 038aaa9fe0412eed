#!/bin/sh
# Runs a collection of tasks and prints a table: `heddle bench' with the options that measuring wants.
#
#   bench/tasks.sh [-e ENGINE] [-t SECONDS] [-p PARALLEL] [-b HEDDLE] SUITE [PATTERN]
#
# SUITE is what `heddle bench' takes; PATTERN (as of grep -E) selects tasks by their path. Exit status 10 when a verdict
# is wrong, 70 when the tool failed.
set -u
engine=explicit limit=60 parallel=2 heddle=build/heddle
while getopts e:t:p:b: option; do
  case $option in
    e) engine=$OPTARG ;; t) limit=$OPTARG ;; p) parallel=$OPTARG ;; b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 64; }
exec "$heddle" bench --engine "$engine" --timeout "$limit" --jobs "$parallel" --match "${2:-.}" "$1"
