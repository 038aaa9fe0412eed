#!/bin/sh
# Runs a collection of tasks and prints a table: verdict against expected, time, states.
#
#   bench/tasks.sh [-e ENGINE] [-t SECONDS] [-p PARALLEL] [-b HEDDLE] DIR [PATTERN]
#
# DIR/tasks.tsv has a line a task: path, property, expected verdict, ...; beside each program
# stands its task definition (.yml). PATTERN (grep -E) selects tasks by their path.
# Exit status 1 when a verdict is wrong or the tool failed.
set -u
engine=explicit limit=60 parallel=2 heddle=build/heddle
while getopts e:t:p:b: option; do
  case $option in
    e) engine=$OPTARG ;; t) limit=$OPTARG ;; p) parallel=$OPTARG ;; b) heddle=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 64; }
dir=$1 pattern=${2:-.}
[ -x "$heddle" ] || { echo "no $heddle: run \`make build\` first, or name it with -b"; exit 1; }
[ -r "$dir/tasks.tsv" ] || { echo "no $dir/tasks.tsv"; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT INT TERM
export heddle engine limit dir out

# One task: a line of `path verdict-class verdict seconds states reason`.
run_one='
  path=$1 property=$2 expected=$3
  task=$dir/${path%.*}.yml
  log=$out/$(printf "%s" "$path" | tr / _)
  start=$(date +%s.%N)
  timeout -k 5 $((limit + 20)) "$heddle" verify --engine "$engine" --property "$property" --timeout "$limit" \
    --jobs 1 --stats "$task" >"$log.out" 2>"$log.err"
  status=$?
  seconds=$(echo "$(date +%s.%N) $start" | awk "{printf \"%.1f\", \$1-\$2}")
  states=$(awk "/^states:/{print \$2}" "$log.out")
  verdict=$(sed -n "s/^verdict: //p" "$log.out" | tail -n 1)
  case $status:$expected in
    0:true | 10:false*) class=right ;;
    0:* | 10:*) class=WRONG ;;
    20:*) class=unknown ;;
    *) class=FAILED verdict="exit $status: $(tail -n 1 "$log.err")" ;;
  esac
  printf "%s\t%s\t%s\t%s\t%s\t%s\n" "$path" "$expected" "$class" "$seconds" "${states:--}" "$verdict" >"$log.row"
'
grep -E "$pattern" "$dir/tasks.tsv" | awk -F'\t' '$1 !~ /^(#|path$)/ && NF > 2 {print $1; print $2; print $3}' |
  xargs -P "$parallel" -n 3 sh -c "$run_one" task
printf '%-52s %-8s %-8s %7s %10s  %s\n' task expected result seconds states verdict
cat "$out"/*.row | sort | awk -F'\t' '{printf "%-52.52s %-8.8s %-8s %7s %10s  %.90s\n", $1, $2, $3, $4, $5, $6
    count[$3]++; total++}
  END {printf "\n%d tasks: %d right, %d unknown, %d wrong, %d failed\n", total, count["right"], count["unknown"],
    count["WRONG"], count["FAILED"]; exit count["WRONG"] + count["FAILED"] > 0}'
