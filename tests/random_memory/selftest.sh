#!/bin/sh
# selftest.sh GENERATE: a tool that calls everything safe is caught, and what shows it becomes small.
set -u
here=$(dirname "$0")
T=$(mktemp -d) || exit 70
trap 'rm -rf "$T"' EXIT
cat >"$T/heddle" <<'FAKE'
#!/bin/sh
while [ "$1" != -p ]; do shift; done
echo "$2" | tr , '\n' | sed 's/.*/property &: safe/'
FAKE
chmod +x "$T/heddle"
export HEDDLE="$T/heddle"
if "$here/run.sh" "$1" 1 2 >"$T/said"; then exit 1; fi # a use after free, and a program without a fault
grep -q '^seed 1.c: wrong: valid-memsafety is safe' "$T/said" && grep -q '^seed 2.c: wrong: site' "$T/said" || { cat "$T/said"; exit 1; }
"$1" 2 | sed '/^#define ANY/q' >"$T/small.c"
cat >>"$T/small.c" <<'PROGRAM'
int main(void) {
  int *p = malloc(4), q = 3;
  for (int i = 0; i < 2; i++) {
    LOOK(0, q);
    free(p);
  }
}
PROGRAM
"$here/shrink.sh" "$T/small.c" >"$T/smaller" || exit 1
! grep -q LOOK "$T/smaller" && grep -q 'free(p)' "$T/smaller" || { cat "$T/smaller"; exit 1; }
