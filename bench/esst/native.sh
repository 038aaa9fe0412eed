#!/bin/sh
# The C++ designs of tests/regress/systemc with the library of Accellera: what is safe ends with 0, and what is unsafe
# fails an assertion, as far as the one order of processes that the library takes shows it.
#
#   bench/esst/native.sh [-p PREFIX] [FILE.cpp...]
#
# It needs Debian's libsystemc-dev (`apt-get install libsystemc-dev`), or -p, the folder `usr` where the packages
# libsystemc and libsystemc-dev were unpacked with `dpkg -x`. Without it, every file is counted as skipped. Exit status 1
# when a design behaves otherwise.
set -u
prefix=/usr
while getopts p: option; do
  case $option in p) prefix=$OPTARG ;; *) exit 64 ;; esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- "$(dirname "$0")"/../../tests/regress/systemc/*.cpp
library=$(find "$prefix/lib" -name libsystemc.so 2>/dev/null | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

right=0 wrong=0 skipped=0
for file; do
  expected=$(sed -n 's|^// expect: ||p' "$file")
  if [ -z "$library" ]; then
    skipped=$((skipped + 1))
    continue
  fi
  got=refused
  if g++ -std=gnu++17 -I "$prefix/include" "$file" -o "$work/design" "$library" -Wl,-rpath,"$(dirname "$library")" 2>"$work/errors"; then
    if (ulimit -c 0; SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 "$work/design") >"$work/output" 2>&1; then got=safe; else got=unsafe; fi
  fi
  printf '%-44s %-8s %s\n' "$(basename "$file")" "$expected" "$got"
  if [ "$expected" = "$got" ]; then right=$((right + 1)); else wrong=$((wrong + 1)); fi
done
echo "$right as expected, $wrong not, $skipped skipped"
[ $wrong -eq 0 ]
