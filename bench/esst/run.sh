#!/bin/sh
# Cooperative programs by `--engine esst`, with the four settings of the partial-order reduction, beside the
# sequentialized program by our own sequential checkers. Three tables: processor seconds (front end and recheck
# included), explored abstract states, and what a proof takes: predicates and refinements of esst against lemmas of the
# checker `pdr` and refinements of the checker `lazy` on the sequentialized program.
#
#   bench/esst/run.sh [-t SECONDS] [-s SECONDS] [-n LARGEST-RING] [-r] [-b HEDDLE]
#
# -t: processor seconds for esst; -s: for the sequentialized program; -r: rings only. `-` is a run that had no answer
# within its limit; larger programs of its family are not tried then. Exit status 1 when a verdict is wrong, or the
# default (both) has none.
set -u
limit=20 baseline=20 largest=20 rings=too heddle=build/heddle
while getopts t:s:n:b:r option; do
  case $option in
    t) limit=$OPTARG ;; s) baseline=$OPTARG ;; n) largest=$OPTARG ;; b) heddle=$OPTARG ;; r) rings=only ;;
    *) exit 64 ;;
  esac
done
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
folder=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
status=0 given_up=" "
. "$folder/common.sh"

# FAMILY EXPECTED LIMIT OPTIONS... FILE: a run, unless a smaller one of the family had no answer.
try() {
  family=$1
  shift
  case $given_up in *" $family "*) seconds=- states=- verdict=-; : >"$work/out"; return ;; esac
  run "$@" || status=1
  [ "$verdict" != - ] || given_up="$given_up$family "
}

# NAME FAMILY EXPECTED OPTIONS... FILE
row() {
  name=$1 kin=$2 wanted=$3
  shift 3
  times_row='' states_row='' effort=''
  try "$kin.sequential" "$wanted" "$baseline" --turns any --engine sequential --sequentialize "$@"
  sequential=$seconds
  for por in none persistent sleep both; do
    try "$kin.$por" "$wanted" "$limit" --turns any --engine esst --por $por "$@"
    times_row="$times_row $(printf '%10s' "$seconds")"
    states_row="$states_row $(printf '%10s' "$states")"
  done
  effort="$(printf '%10s %11s' "$(stat predicates)" "$(stat refinements)")"
  [ "$verdict" = "$wanted" ] || { status=1; effort="$(printf '%10s %11s' - -)"; }
  printf '%-28s %-7s %10s%s\n' "$name" "$wanted" "$sequential" "$times_row" >>"$work/seconds"
  printf '%-28s %-7s%s %s\n' "$name" "$wanted" "$states_row" "$effort" >>"$work/states"
  echo "$name" >&2
}

# NAME FILE: predicates and refinements, and the same of the sequentialized program; what a run without an answer had
# found so far is a lower bound, marked by `+`. The checker is ended by its own clock, so that it can still tell.
effort() {
  name=$1
  shift
  run safe "$limit" --turns any --engine esst "$@"
  line=$(printf '%10s %11s' "$(stat predicates)" "$(stat refinements)")
  run safe 600 --timeout "$baseline" --turns any --engine sequential --sequential pdr --sequentialize "$@"
  more=; [ "$verdict" != - ] || more=+
  line="$line $(printf '%12s' "$(stat lemmas)$more")"
  run safe 600 --timeout "$baseline" --turns any --engine sequential --sequential lazy --sequentialize "$@"
  more=; [ "$verdict" != - ] || more=+
  line="$line $(printf '%16s' "$(stat refinements)$more")"
  printf '%-28s %s\n' "$name" "$line" >>"$work/effort"
  echo "effort of $name" >&2
}

grep -v '^#' "$folder/expected.txt" | while read -r file options expected; do
  name=$file
  [ "$options" = - ] && options= || name="$file $options"
  echo "$name|$expected|$folder/$file|$options"
done >"$work/list"
[ "$rings" = only ] || while IFS="|" read -r name expected file options; do
  row "$name" "$name" "$expected" "$file" $options
done <"$work/list"
for api in fairthreads systemc; do
  for kind in '' bug transmitter; do
    for n in 3 4 5 6 7 8 9 10 15 20; do
      [ "$n" -le "$largest" ] || continue
      sh "$folder/ring.sh" $api $n $kind >"$work/ring.c" || exit 1
      expected=unsafe; [ -n "$kind" ] || expected=safe
      name="$api/token-ring${kind:+-$kind}.$n"
      [ "$kind" != transmitter ] || name="$api/transmitter.$n"
      row "$name" "$api$kind" "$expected" "$work/ring.c"
    done
  done
done
[ "$rings" = only ] || for file in fairthreads/pc-sfifo1.c fairthreads/pc-sfifo2.c fairthreads/fact2.c systemc/pc-sfifo1.c; do
  effort "$file" "$folder/$file"
done

echo "Table 1: processor seconds (limits: $limit, sequentialized $baseline)"
printf '%-28s %-7s %10s %10s %10s %10s %10s\n' program verdict sequential none persistent sleep both
cat "$work/seconds"
echo
echo "Table 2: explored abstract states; predicates and refinements with both"
printf '%-28s %-7s %10s %10s %10s %10s %10s %11s\n' program verdict none persistent sleep both predicates refinements
cat "$work/states"
[ "$rings" = only ] && exit $status
echo
echo "Table 3: what a proof takes, by esst and on the sequentialized program (+: no proof in $baseline s)"
printf '%-28s %10s %11s %12s %16s\n' program predicates refinements pdr:lemmas lazy:refinements
cat "$work/effort"
exit $status
