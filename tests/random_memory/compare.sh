#!/bin/sh
# compare.sh [-a] FILE.c: does the model of this program agree with the machine?
#
# The program is one of random-memory-generate's. It is compiled by gcc, with and without sanitizers (-a: by gcc and clang, at -O0
# and -O2, with each sanitizer), and run. Then it is verified with HEDDLE (default: build/heddle):
#   wrong   a sanitizer reports something, and the property that is about it is `safe`; or all are silent, a site saw a value,
#           and `safe` is that it never does
#   extra   a violation of the model that no run shows: of memory, overflow, other undefined behaviour, or a site that saw one
#           value only and rests on nothing that C leaves open
# One line for each difference; then what there was: `silent` or the properties that are violated, and how many answers were
# unknown. Status 1 if something is wrong, 2 if there is only something extra.
set -u
all=
[ "${1:-}" != -a ] || { all=1; shift; }
[ $# -eq 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 64; }
file=$1
heddle=${HEDDLE:-$(dirname "$0")/../../build/heddle}
limit=${LIMIT:-20}
T=$(mktemp -d) || exit 70
trap 'rm -rf "$T"' EXIT
trap 'exit 130' INT TERM
: >"$T/values" >"$T/reports"
wrong=0 extra=0 unknown=0
undefined=undefined,float-divide-by-zero
first="-fno-sanitize-recover=$undefined" # what happens after the first report means nothing
spared=alignment,bounds,object-size,null,nonnull-attribute,pointer-overflow # no property of ours is about them
options="ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1 TSAN_OPTIONS=halt_on_error=1"

# The sanitizers' words without addresses and numbers of processes.
complaints() {
  sed -n -e 's/.*\(runtime error: .*\)/\1/p' -e 's/.*[A-Z]: \([A-Z][a-z]*Sanitizer: [a-z-]* [a-z-]*\).*/\1/p' "$1"
}

# What a run says, and the values that it sees: those of runs that end by themselves.
native() { # COMPILER FLAGS
  "$@" -w -g -DNATIVE -fno-strict-aliasing -pthread "$file" -o "$T/program" 2>"$T/errors" || { cat "$T/errors" >&2; exit 70; }
  env $options timeout 20 "$T/program" >"$T/out" 2>"$T/said"
  status=$?
  complaints "$T/said" >>"$T/reports"
  [ ! -s "$T/reports" ] || return
  [ $status -eq 0 ] || { echo "status $status of $*" >>"$T/reports"; return; }
  cat "$T/out" >>"$T/values"
}

run_natively() {
  threads=$(grep -c pthread_create "$file")
  if [ "$all" ]; then
    for compiler in gcc clang; do
      for level in -O0 -O2; do
        native $compiler $level
        native $compiler $level -fsanitize=address
        native $compiler $level -fsanitize=$undefined $first -fno-sanitize=$spared
      done
    done
  else
    native gcc -O0 -fsanitize=address,$undefined $first -fno-sanitize=$spared
    native gcc -O2
  fi
  [ "$threads" -eq 0 ] || native gcc -O1 -fsanitize=thread
}

verify() { # PROPERTIES DEFINES...: into $T/answer, a line `NAME ANSWER` for each
  properties=$1
  shift
  timeout $((limit * 3)) "$heddle" verify -t "$limit" -p "$properties" "$@" "$file" >"$T/text" 2>&1
  status=$?
  case $status in 0 | 10 | 20) ;; *) echo "$file: status $status of heddle $*"; wrong=1 ;; esac
  sed -n 's/^property \([a-z-]*\): \([a-z]*\).*/\1 \2/p' "$T/text" >"$T/answer"
  [ -s "$T/answer" ] || sed -n "s/^verdict: \([a-z]*\).*/$properties \1/p" "$T/text" >"$T/answer"
  unknown=$((unknown + $(grep -c unknown "$T/answer")))
}

differs() { # KIND WHAT
  echo "$file: $1: $2"
  case $1 in wrong) wrong=1 ;; *) extra=1 ;; esac
}

# What the sanitizers' words are about. An end without a word (a signal, say) is about nothing in particular.
violated() {
  sed -n -e '/Sanitizer: data race/c\no-data-race' -e '/\(Address\|Leak\)Sanitizer/c\valid-memsafety' \
    -e '/\(overflow:\|negation of\|cannot be represented\)/c\no-overflow' -e '/\(shift exponent\|division by zero\)/c\def-behavior' \
    "$T/reports" | sort -u
}

compare_properties() {
  violated >"$T/violated"
  properties=valid-memsafety,no-overflow,def-behavior
  [ "$threads" -eq 0 ] || properties=$properties,no-data-race
  verify "$properties"
  while read -r name answer; do
    if grep -qx "$name" "$T/violated"; then
      [ "$answer" != safe ] || differs wrong "$name is safe, but: $(head -n 1 "$T/reports")"
    elif [ "$answer" = unsafe ] && [ ! -s "$T/reports" ]; then
      differs extra "$name: $(grep -m 1 -iE 'violat|invalid|lost|overflow|race' "$T/text")"
    fi
  done <"$T/answer"
}

# Values of the sites: those to be found are the last one and one of the others.
never() { # SITE VALUE
  verify unreach-call "-DAT=$1" "-DVALUE=${2}LL"
  if grep -q ' safe' "$T/answer"; then differs wrong "site $1 never sees $2"; fi
}

compare_values() {
  [ -s "$T/values" ] || return
  count=$(sort -u "$T/values" | wc -l)
  chosen=$(($(cksum <"$file" | cut -d' ' -f1) % count + 1))
  sort -u "$T/values" | sed -n "${chosen}p" >"$T/sites"
  tail -n 1 "$T/values" >>"$T/sites"
  sort -u "$T/sites" >"$T/chosen"
  while read -r site kind value; do never "$site" "$value" </dev/null; done <"$T/chosen"
  expected=$(sort -u "$T/values" | awk '
    { seen[$1]++; value[$1] = $2 == "=" ? $3 "LL" : "LLONG_MIN"; if ($1 > top) top = $1 }
    END { for (i = 0; i <= top; i++) printf "%s%s", i ? "," : "", seen[i] == 1 ? value[i] : "LLONG_MIN" }')
  verify unreach-call "-DEXPECT=$expected"
  if grep -q unsafe "$T/answer"; then differs extra "unreach-call: $(grep LOOK "$T/text" | tail -n 1)"; fi
}

run_natively
compare_properties
# Behind a fault that only the model sees, it has no values.
[ -s "$T/reports" ] || [ $extra -ne 0 ] || compare_values
echo "$file: $(if [ -s "$T/reports" ]; then echo $(cat "$T/violated"); else echo silent; fi), $unknown unknown"
[ $wrong -eq 0 ] || exit 1
[ $extra -eq 0 ] || exit 2
