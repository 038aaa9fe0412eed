#!/bin/sh
# Verifies real programs by the plain command and prints a table: program, property, verdict, cause, processor seconds
# (the compiler's included).
#
#   bench/real/verify.sh [-b HEDDLE] [-t SECONDS] [-p PROPERTY,...] [-o OPTIONS] FOLDER [PATTERN]
#
# FOLDER holds the repositories of bench/real/programs.txt, one folder each; those that are not there are left out.
# PATTERN (as of grep -E) selects programs by repository and name. Properties: no-data-race, no-deadlock and
# unreach-call, one run each. Who takes five seconds longer than the limit is stopped, and counts as hanging; then, and
# after a crash, the exit status is 70. The last lines count the verdicts.
set -u
heddle=build/heddle limit=60 properties=no-data-race,no-deadlock,unreach-call options= here=$(realpath "$(dirname "$0")")
while getopts b:t:p:o: option; do
  case $option in
    b) heddle=$OPTARG ;; t) limit=$OPTARG ;; p) properties=$OPTARG ;; o) options=$OPTARG ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ -d "${1:-}" ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 64; }
heddle=$(realpath "$heddle") folder=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/list.sh"

# The verdict and its cause, or the first error.
outcome() {
  if [ "$1" -ge 70 ]; then
    echo "FAILED (status $1)|"
  else
    sed -n -e 's/^verdict: \([a-z]*\) *(\(.*\))$/\1|\2/p' -e 's/^verdict: \([a-z]*\)$/\1|/p' \
      -e 's/^verdict: \([a-z]*\) (\(.*\)/\1|\2/p' -e 's/.*error: /refused|/p' "$work/answer" |
      tail -n 1 | sed "s|$folder/||g" | cut -c 1-110
  fi
}

printf '%-44s %-13s %-8s %8s  %s\n' program property verdict seconds cause
list_programs "$1" "$here/programs.txt" | grep -E "${2:-.}" | while IFS='|' read -r repository name arguments; do
  cd "$1/$repository" || exit 64
  for property in $(echo "$properties" | tr , ' '); do
    # shellcheck disable=SC2086 # lists of words
    /usr/bin/time -o "$work/usage" -f '%U %S' timeout -k 1 $((limit + 5)) \
      "$heddle" verify -t "$limit" -p "$property" $options $arguments >"$work/answer" 2>&1
    answer=$(outcome $?)
    case $answer in FAILED*) echo "$name" >>"$work/failed" ;; esac
    echo "$property ${answer%%|*}" >>"$work/verdicts"
    tail -n 1 "$work/usage" | awk -v name="$repository/$name" -v property="$property" -v verdict="${answer%%|*}" \
      -v cause="${answer#*|}" '{ printf "%-44s %-13s %-8s %8.2f  %s\n", name, property, verdict, $1 + $2, cause }'
  done
done
echo
sort "$work/verdicts" | uniq -c | awk '{ print $2 ": " $1 " " $3 $4 $5 }'
[ ! -s "$work/failed" ] || exit 70
