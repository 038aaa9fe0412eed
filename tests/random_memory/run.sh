#!/bin/sh
# run.sh GENERATE FROM TO: the programs of these seeds, each compared by compare.sh, every tenth with all compilers and sanitizers.
# Says what differs and sums it up; keeps programs that differ in KEEP if that is set. Fails if something is wrong.
set -u
[ $# -eq 3 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0"; exit 64; }
here=$(dirname "$0")
folder=$(mktemp -d) || exit 70
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
programs=0 wrong=0 extra=0 silent=0 unknown=0
seed=$2
while [ "$seed" -le "$3" ]; do
  file=$folder/$seed.c
  "$1" "$seed" >"$file" || exit 70
  if [ $((seed % 10)) -eq 0 ]; then every=-a; else every=; fi
  "$here/compare.sh" $every "$file" >"$folder/said"
  case $? in
  0) ;;
  1) wrong=$((wrong + 1)) ;;
  2) extra=$((extra + 1)) ;;
  *) exit 70 ;;
  esac
  sed "s|^$folder/|seed |; \$d" "$folder/said"
  if [ "$(wc -l <"$folder/said")" -gt 1 ] && [ -n "${KEEP:-}" ]; then cp "$file" "$KEEP"; fi
  programs=$((programs + 1))
  if tail -n 1 "$folder/said" | grep -q silent; then silent=$((silent + 1)); fi
  if ! tail -n 1 "$folder/said" | grep -q ' 0 unknown'; then unknown=$((unknown + 1)); fi
  rm -f "$file"
  seed=$((seed + 1))
done
echo "$programs programs: $silent silent, $unknown not decided in all, $extra with something extra, $wrong wrong"
[ "$wrong" -eq 0 ]
