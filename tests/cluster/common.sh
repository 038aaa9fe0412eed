# common.sh - a suite of short tasks for the tests of launchers, and what each of them must show. Sourced.
# shellcheck shell=sh
set -eu
heddle=$1
work=$(mktemp -d)
tasks=12

skip() {
  echo "skipped: $1"
  rm -rf "$work"
  exit 77
}

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# A tool that says `true' of every program but those whose number ends in 3. While there is a file `hold', only the
# first two tasks end: whatever a test does to a run then, it does in the middle.
make_suite() {
  cat >"$work/tool" <<EOF
#!/bin/sh
case \$1 in */p1.c | */p10.c) ;; *) while [ -f "$work/hold" ]; do sleep 0.1; done ;; esac
case \$1 in *3.c) echo FALSE ;; *) echo TRUE ;; esac
EOF
  chmod +x "$work/tool"
  for i in $(seq $tasks); do
    echo 'int main(void) { return 0; }' >"$work/p$i.c"
    case $i in *3) expected=false ;; *) expected=true ;; esac
    printf 'p%d.c\tunreach-call\t%s\n' "$i" "$expected"
  done >"$work/tasks.tsv"
}

# The rows without what differs from run to run.
rows_of() {
  "$heddle" bench show "$1" | awk '{ print $1, $2, $3, $6 }' | LC_ALL=C sort
}

# same_rows FILE: it has what one process alone finds, each task once.
same_rows() {
  [ -f "$work/alone.jsonl" ] ||
    "$heddle" bench --results "$work/alone.jsonl" --tool "$work/tool %s" "$work/tasks.tsv" >/dev/null
  [ "$(wc -l <"$1")" = $tasks ] || fail "$1 has $(wc -l <"$1") lines instead of $tasks"
  rows_of "$work/alone.jsonl" >"$work/expected"
  rows_of "$1" >"$work/found"
  diff "$work/expected" "$work/found" || fail "$1 differs from what one process finds"
}
