#!/bin/sh
# Designs of the SystemC world, twice: as one sequential C program each, made by others (the tasks `systemc` of SV-COMP,
# which are no part of this project), by `--engine sequential`; and written against <heddle/systemc.h>, by
# `--engine esst`. Processor seconds with front end and recheck.
#
#   bench/esst/designs.sh [-t SECONDS] [-b HEDDLE] [-k] [FOLDER]
#
# FOLDER has those tasks; without it only the designs of this project are run. -k: without the recheck of proofs.
# Exit status 1 when a verdict is wrong or missing on either side.
set -u
limit=60 heddle=build/heddle recheck=
while getopts t:b:k option; do
  case $option in
    t) limit=$OPTARG ;; b) heddle=$OPTARG ;; k) recheck=--no-recheck ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
theirs=${1:-}
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
status=0
. "$folder/common.sh"

# TASK EXPECTED OPTIONS... FILE: a line of the table.
row() {
  task=$1 wanted=$2
  shift 2
  one=-
  if [ -f "$theirs/$task.yml" ]; then
    run "$wanted" "$limit" $recheck --engine sequential "$theirs/$task.yml" || status=1
    one=$seconds
    [ "$verdict" = "$wanted" ] || status=1
  fi
  run "$wanted" "$limit" $recheck --engine esst "$@" || status=1
  [ "$verdict" = "$wanted" ] || status=1
  printf '%-22s %-7s %12s %8s %8s\n' "$task" "$wanted" "$one" "$seconds" "$states"
}

# N KIND: a ring, as a file.
ring() {
  sh "$folder/ring.sh" systemc "$1" $2 >"$work/ring.c"
  echo "$work/ring.c"
}

printf '%-22s %-7s %12s %8s %8s\n' design verdict sequential esst states
row kundu.cil safe "$folder/systemc/kundu.c"
row pc_sfifo_1.cil-1 unsafe -DBUG "$folder/systemc/pc-sfifo1.c"
row pc_sfifo_1.cil-2 safe "$folder/systemc/pc-sfifo1.c"
row token_ring.01.cil-1 safe "$(ring 1 '')"
row token_ring.01.cil-2 unsafe "$(ring 1 bug)"
row token_ring.04.cil-1 safe "$(ring 4 '')"
row toy.cil safe "$folder/systemc/toy.c"
row transmitter.01.cil unsafe "$(ring 1 transmitter)"
exit $status
