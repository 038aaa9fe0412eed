#!/bin/sh
# Installs a build under a folder of its own and uses what is there: the program, the manual page, the
# completions, and the library from a program that is compiled outside.
#   run.sh BUILD SOURCE CC [FLAG...]     the flags are those that the build itself has (the sanitizers')
set -eu
build=$1 source=$2 cc=$3
shift 3
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
fail() {
  echo "$1" >&2
  exit 1
}

DESTDIR=$T cmake --install "$build" --prefix /opt/heddle >"$T/log"
root=$T/opt/heddle
for file in bin/heddle bin/heddle-cc include/heddle/heddle.h include/heddle/verifier.h include/heddle/library/qsort.c \
  share/man/man1/heddle.1 share/bash-completion/completions/heddle share/zsh/site-functions/_heddle; do
  [ -s "$root/$file" ] || fail "$file is not installed"
done

pc=$(dirname "$(find "$root" -name heddle.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs heddle)
# shellcheck disable=SC2086 # flags are words
"$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror "$@" -o "$T/outside" "$source/tests/install/outside.c" $flags
[ "$("$T/outside" "$source/examples/peterson.c")" = safe ] || fail "the outside program does not find peterson.c safe"
"$T/outside" "$source/examples/peterson_broken.c" | grep -q 'assertion failed' || fail "it shows no trace"
"$T/outside" "$T/nothing.c" >"$T/messages" && fail "a missing file is no error"
grep -q 'No such file' "$T/messages" || fail "there is no message about a missing file"

# The example that people start from.
# shellcheck disable=SC2086 # flags are words
"$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror "$@" -o "$T/verdict" "$source/examples/library/verdict.c" $flags
"$T/verdict" "$source/examples/locked_counter.c" >"$T/verdicts" || fail "verdict.c fails"
grep -q '^unreach-call: safe (1 checks, 0 open)$' "$T/verdicts" || fail "verdict.c does not find the counter safe"
grep -q '^no-data-race: safe' "$T/verdicts" || fail "verdict.c finds a race"
"$T/verdict" "$source/examples/peterson_broken.c" | grep -q '^unreach-call: unsafe' || fail "verdict.c finds no violation"

# The installed program finds its own headers and library functions beside it.
cat >"$T/sorted.c" <<'C'
#include <heddle/verifier.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
  int v[3] = {heddle_int_range(0, 3), 2, 1};
  qsort(v, 3, sizeof v[0], order);
  heddle_assert(v[0] <= v[1] && v[1] <= v[2]);
}
C
"$root/bin/heddle" verify -p unreach-call --engine explicit -q "$T/sorted.c" | grep -q '^verdict: safe' || fail "sorted.c is not safe"
