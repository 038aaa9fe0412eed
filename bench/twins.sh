#!/bin/bash
# Seeds a fault in our own programs and counts the twins whose fault is found.
#
#   bench/twins.sh [-t SECONDS] [-n EVERY] [-k FIRST] [-b HEDDLE] [-o RESULTS] [FOLDER...]
#
# A program of FOLDER (tests/regress, examples) that has threads and expects `safe` gets one fault: a memory error, an
# overflow, a misuse of a lock or a data race, which depends on an input, at the start of main, at its end, or at the
# end of a thread. Which of them goes by the number of the program; -n and -k select as in svcomp.sh. RESULTS
# (twins.tsv) has a line a twin: program, property, fault, place, answer, processor seconds; programs that are there
# are not run again.
# An answer is
#   found       the violation is reported at the seeded line
#   other       a violation is reported elsewhere: the program has a fault of its own there
#   unreachable the seeded line is never executed: an assertion that fails there is proved to hold
#   missed      anything else
# Prints the sums. Exit status 10 when a twin is called safe.
set -u
limit=20 every=1 first=0 heddle=build/heddle results=twins.tsv
while getopts t:n:k:b:o: option; do
  case $option in
    t) limit=$OPTARG ;; n) every=$OPTARG ;; k) first=$OPTARG ;; b) heddle=$OPTARG ;; o) results=$OPTARG ;;
    *) sed -n '2,17s/^# \{0,1\}//p' "$0" && exit 64 ;;
  esac
done
shift $((OPTIND - 1))
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || set -- "$root/tests/regress" "$root/examples"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
touch "$results"

# Name, property, statement; all end up on one line and need what is in $declarations.
mutex='pthread_mutex_t seeded_lock = PTHREAD_MUTEX_INITIALIZER;'
block='int *seeded_block = malloc(sizeof(int));'
input='int seeded_input = __VERIFIER_nondet_int();'
faults=(
  "index valid-memsafety { int seeded_row[3] = {0}; $input \
    if (seeded_input >= 0 && seeded_input <= 3) seeded_sink = seeded_row[seeded_input]; }"
  "sum no-overflow { $input if (seeded_input > 1000) seeded_sink = seeded_input + 1000; }"
  "unlock valid-sync { $mutex $input if (seeded_input == 3) pthread_mutex_unlock(&seeded_lock); }"
  "race no-data-race seeded_sink++;"
  "freed valid-memsafety { $block $input free(seeded_block); if (seeded_input == 5) *seeded_block = 1; }"
  "product no-overflow { int seeded_sum = 1; \
    for (int seeded_i = 0; seeded_i < 25; seeded_i++) seeded_sum *= 3; seeded_sink = seeded_sum; }"
  "destroy valid-sync { $mutex pthread_mutex_lock(&seeded_lock); pthread_mutex_destroy(&seeded_lock); }"
  "leak valid-memsafety { $block $input if (seeded_input != 9) free(seeded_block); }"
)
declarations='extern int __VERIFIER_nondet_int(void); static __thread int seeded_sink;'
probe='__assert_fail("seeded", __FILE__, __LINE__, __func__);'

# PROGRAM PLACE STATEMENT DECLARATIONS: the twin, in $work/twin.c. Status 1: it has no such place. A race has both its
# places, the start of the first routine of a thread and behind the first creation.
seed() {
  awk -v place="$2" -v statement="$3" -v declarations="$4" '
    function put() { print "  " statement; done++ }
    /^int main\(/ { in_main = 1 }
    /^void \*[a-z_]+\(void \*/ && !/;/ { routines++ }
    place == "end" && in_main && /^  return / { put() }
    place == "thread" && !in_main && routines == 1 && /^  return / { put() }
    { print }
    /^#include/ { next }
    /^{/ && place == "start" && in_main { put() }
    /^{/ && place == "both" && !in_main && routines == 1 && !begun++ { put() }
    place == "both" && in_main && /^  pthread_create\(.*;$/ && !created++ { put() }
    END { exit !(place == "both" ? done == 2 : done == 1) }' "$1" >"$work/body" || return 1
  printf '#include <%s>\n' assert.h pthread.h stdlib.h >"$work/twin.c"
  { echo "$4"; cat "$work/body"; } >>"$work/twin.c"
}

options_of() { sed -n '1,/^[^\/]/s|^// options: *||p' "$1" | head -n 1; }

ask() { # PROPERTY PROGRAM: the output in $work/out
  # shellcheck disable=SC2046
  { time -p timeout $((limit + 30)) "$heddle" verify --timeout "$limit" -p "$1" $(options_of "$2") \
    -I "$(dirname "$2")" "$work/twin.c" >"$work/out" 2>&1; } 2>"$work/time"
}

judge() { # PROGRAM PLACE: what came out
  line=$(grep -n seeded "$work/twin.c" | tail -n +2 | cut -d: -f1 | paste -sd'|' -)
  case $(sed -n 's/^verdict: //p' "$work/out") in
    unsafe) grep -Eq "twin.c:($line)\b" "$work/out" && echo found || echo other ;;
    *) was=$(sed -n 's/^verdict: \([a-z]*\).*/\1/p' "$work/out")
      if seed "$1" "$2" "$probe" '' && ask unreach-call "$1" && grep -q '^verdict: safe' "$work/out"; then
        echo unreachable
      else
        echo "missed-$was"
      fi ;;
  esac
}

places=(start end thread)
run_twin() { # NUMBER PROGRAM
  set -- "$1" "$2" ${faults[$1 % ${#faults[@]}]%% *} "${faults[$1 % ${#faults[@]}]#* }"
  place=${places[$1 / ${#faults[@]} % 3]}
  sink=$declarations
  [ "$3" != leak ] || place=end # memory is lost when the process ends; many programs never do
  [ "$3" != race ] || { place=both sink=${declarations/static __thread/static}; }
  seed "$2" "$place" "${4#* }" "$sink" || return 0
  ask "${4%% *}" "$2"
  seconds=$(awk '/^(user|sys)/ { s += $2 } END { printf "%.2f", s }' "$work/time")
  answer=$(judge "$2" "$place")
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "${2#"$root"/}" "${4%% *}" "$3" "$place" "$answer" "$seconds" >>"$results"
}

grep -rl --include='*.c' '^// expect: safe' "$@" | LC_ALL=C sort | xargs grep -l 'pthread_create' >"$work/programs"
number=0
while read -r program; do
  number=$((number + 1))
  [ $((number % every)) -eq $((first % every)) ] || continue
  grep -q "^${program#"$root"/}	" "$results" || run_twin $((number / every)) "$program"
done <"$work/programs"

awk -F'\t' '{ n[$2 "\t" $5]++; all[$2]++; safe += $5 == "missed-safe" }
  END {
    for (k in n) {
      split(k, a, "\t")
      printf "%-16s %-16s %4d of %d\n", a[1], a[2], n[k], all[a[1]]
    }
    exit safe ? 10 : 0
  }' "$results" | sort
exit "${PIPESTATUS[0]}"
