#!/bin/sh
# run.sh HEDDLE VALIDATE SOURCE: answers of all kinds, as JSON on standard output, follow the schema; what does not, is
# noticed.
set -u
heddle=$1 validate=$2 schema=$3/docs/result.schema.json
cd "$3/tests" || exit 1
failures=0

follows() { # OPTION... FILE
  "$heddle" verify -q --json - "$@" 2>/dev/null >"$T"
  "$validate" "$schema" "$T" && return
  echo "  of: heddle verify $*"
  failures=$((failures + 1))
}

T=$(mktemp)
trap 'rm -f "$T"' EXIT
follows -p unreach-call ../examples/peterson.c
follows -p unreach-call,no-data-race ../examples/peterson_broken.c
follows -p no-data-race --all cli/programs/stale_node.c
follows -p valid-memsafety cli/programs/stale_node.c
follows -p no-deadlock cli/programs/crossed_locks.c
follows -p unreach-call --engine bmc --unwind 3 -DLIMIT=10 cli/programs/counts_to_ten.c
follows -p unreach-call cli/programs/vacuous.c
follows cli/programs/race.bp
"$heddle" verify -q --json - -p unreach-call ../examples/peterson_broken.c 2>/dev/null | sed 's/"inputs"/"output"/' >"$T"
! "$validate" "$schema" "$T" >/dev/null || { echo "a field that is not in the schema is not noticed"; failures=1; }
[ $failures = 0 ]
