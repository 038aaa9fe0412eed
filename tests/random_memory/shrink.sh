#!/bin/sh
# shrink.sh FILE.c: leaves out lines of the program while its first difference (compare.sh) stays of the same kind. Prints the rest.
#
# Runs of lines with balanced braces are tried, long ones first; a `{` may go with its `}` alone, too.
set -u
[ $# -eq 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0"; exit 64; }
here=$(dirname "$0")
W=$(mktemp -d) || exit 70
trap 'rm -rf "$W"' EXIT
trap 'exit 130' INT TERM
cp "$1" "$W/best.c"

# `wrong: site`, `extra: valid-memsafety`, or what a sanitizer says, whatever the numbers behind it.
kind() {
  "$here/compare.sh" "$1" 2>/dev/null | head -n 1 |
    sed -n -e 's/^[^:]*: \(wrong: .*, but: .*Sanitizer.*\)/\1/p' -e t -e 's/^[^:]*: \(\(wrong\|extra\): [a-z-]*\).*/\1/p'
}

without() { # FROM COUNT: the program without these lines
  awk -v from="$1" -v to=$(($1 + $2 - 1)) 'NR < from || NR > to' "$W/best.c"
}

balanced() { # FROM COUNT
  awk -v from="$1" -v to=$(($1 + $2 - 1)) '
    NR >= from && NR <= to { depth += gsub(/{/, "{") - gsub(/}/, "}"); if (depth < 0) exit 1 }
    END { exit depth != 0 }' "$W/best.c"
}

first_line() { grep -n '^#define ANY' "$W/best.c" | cut -d: -f1; }

wanted=$(kind "$W/best.c")
[ -n "$wanted" ] || { echo "nothing differs" >&2; exit 1; }

pass() { # COUNT: tries to leave out so many lines at each place
  changed=1
  at=$(($(first_line) + 1))
  while [ $((at + $1 - 1)) -le "$(wc -l <"$W/best.c")" ]; do
    if balanced "$at" "$1" && without "$at" "$1" >"$W/try.c" &&
      gcc -w -fsyntax-only "$W/try.c" 2>/dev/null && [ "$(kind "$W/try.c")" = "$wanted" ]; then
      cp "$W/try.c" "$W/best.c"
      changed=0
    else
      at=$((at + 1))
    fi
  done
  return $changed
}

# The braces of one block, so that what is inside stands alone.
unwrap() {
  for at in $(grep -n '{$' "$W/best.c" | cut -d: -f1); do
    awk -v at="$at" '
      NR < at { print; next }
      { before = depth; depth += gsub(/{/, "{") - gsub(/}/, "}") }
      NR == at || (!done && depth == 0 && before > 0 && (done = 1)) { next }
      { print }' "$W/best.c" >"$W/try.c"
    if gcc -w -fsyntax-only "$W/try.c" 2>/dev/null && [ "$(kind "$W/try.c")" = "$wanted" ]; then
      cp "$W/try.c" "$W/best.c"
      return 0
    fi
  done
  return 1
}

again=1
while [ $again ]; do
  again=
  for count in 24 12 8 6 5 4 3 2 1; do if pass $count; then again=1; fi; done
  while unwrap; do again=1; done
done
sed "1,$(first_line)d" "$W/best.c"
