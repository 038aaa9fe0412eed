#!/bin/sh
# Cooperative programs by `--engine esst`, with the four settings of the partial-order reduction, beside the
# sequentialized program by our own sequential checkers. Two tables: processor seconds (front end and recheck
# included), and explored abstract states. `-` is a run that did not end in time; a larger ring is not tried then.
#
#   bench/esst/run.sh [-t SECONDS] [-s SECONDS] [-n LARGEST-RING] [-r] [-b HEDDLE]
#
# -t: for esst; -s: for the sequentialized program; -r: rings only. Exit status 1 when a verdict is wrong, or the default
# (both) has none.
set -u
limit=60 baseline=15 largest=20 rings=too heddle=build/heddle
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

stat() { sed -n "s/^$1: //p" "$work/out" | tail -n 1; }

# FAMILY EXPECTED LIMIT FILE OPTIONS...: one run; sets seconds, verdict and states to `-` when there is no answer.
run() {
  family=$1 expected=$2 seconds_for_it=$3
  shift 3
  seconds=- states=- verdict=-
  case $given_up in *" $family "*) return ;; esac
  times >"$work/before"
  timeout $((seconds_for_it + 20)) "$heddle" verify --turns any --timeout "$seconds_for_it" --stats -q -I"$folder" "$@" >"$work/out" 2>&1
  times >"$work/after"
  verdict=$(stat verdict)
  case $verdict in
    "$expected") ;;
    unknown*) given_up="$given_up$family " verdict=- ; return ;;
    *) status=1; echo "wrong: $* is $verdict" ;;
  esac
  seconds=$(cat "$work/before" "$work/after" | awk -F'[ms ]+' 'NR % 2 == 0 {t = $1 * 60 + $2 + $3 * 60 + $4
    printf NR == 4 ? sprintf("%.2f", t - last) : ""; last = t}')
  states=$(stat states)
}

# NAME FAMILY EXPECTED FILE OPTIONS...
row() {
  name=$1 family=$2 expected=$3
  shift 3
  times_row='' states_row='' effort=''
  run "$family.sequential" "$expected" "$baseline" --engine sequential --sequentialize "$@"
  sequential=$seconds
  for por in none persistent sleep both; do
    run "$family.$por" "$expected" "$limit" --engine esst --por $por "$@"
    times_row="$times_row $(printf '%10s' "$seconds")"
    states_row="$states_row $(printf '%10s' "$states")"
  done
  effort="$(printf '%10s %11s' "$(stat predicates)" "$(stat refinements)")"
  [ "$verdict" = "$expected" ] || { status=1; effort="$(printf '%10s %11s' - -)"; }
  printf '%-28s %-7s %10s%s\n' "$name" "$expected" "$sequential" "$times_row" >>"$work/seconds"
  printf '%-28s %-7s%s %s\n' "$name" "$expected" "$states_row" "$effort" >>"$work/states"
  echo "$name" >&2
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

echo "Table 1: processor seconds (limits: $limit, sequential $baseline)"
printf '%-28s %-7s %10s %10s %10s %10s %10s\n' program verdict sequential none persistent sleep both
cat "$work/seconds"
echo
echo "Table 2: explored abstract states; predicates and refinements with both"
printf '%-28s %-7s %10s %10s %10s %10s %10s %11s\n' program verdict none persistent sleep both predicates refinements
cat "$work/states"
exit $status
