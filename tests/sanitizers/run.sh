#!/bin/sh
# run.sh HEDDLE SOURCE: a counterexample that is executed by the compiled program is reported by the sanitizer that knows
# such failures, too. Where clang has none of them (Debian: libclang-rt-19-dev) this is skipped.
set -u
heddle=$1 programs=$2/tests/cli/programs
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
echo 'int main(void) { return 0; }' >"$T/empty.c"
clang-19 -fsanitize=thread "$T/empty.c" -o "$T/empty" 2>/dev/null && "$T/empty" || {
  echo "skipped: clang has no sanitizers; the package libclang-rt-19-dev has them"
  exit 0
}
failures=0

expect() { # PROPERTY FILE LINE [OPTION...]: the replay is unsafe, and prints a line that matches
  property=$1 file=$2 line=$3
  shift 3
  "$heddle" verify -q -p "$property" --json "$T/t.json" "$file" >/dev/null 2>&1
  "$heddle" replay --native "$@" "$T/t.json" "$file" >"$T/out" 2>&1
  [ $? = 10 ] && grep -q -E "$line" "$T/out" && return
  echo "$file: no line matches $line:"
  tail -n 5 "$T/out"
  failures=1
}

expect no-data-race "$programs/lost_update.c" '^ThreadSanitizer reports: data race .*lost_update.c:[0-9]*:[0-9]* in worker$' --emit "$T/race"
make -s -C "$T/race" sanitize 2>&1 | grep -q 'WARNING: ThreadSanitizer: data race' || { echo "make sanitize has no report"; failures=1; }
expect valid-memsafety "$programs/stale_node.c" '^AddressSanitizer reports: heap-use-after-free .*stale_node.c:'

# Locks order the accesses before the race: no other is reported.
cat >"$T/held.c" <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, open_to_all;
static void *worker(void *arg)
{
  pthread_mutex_lock(&lock);
  guarded++;
  pthread_mutex_unlock(&lock);
  open_to_all++;
  return arg;
}
int main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  worker(NULL);
  pthread_join(a, NULL);
  return guarded + open_to_all;
}
C
expect no-data-race "$T/held.c" '^ThreadSanitizer reports: data race .*held.c:9:'

# What only AddressSanitizer can see: a variable's bounds, a local after its end, what a function of the library does.
cat >"$T/bounds.c" <<'C'
static int slots[4];
int main(void)
{
  for (int i = 0; i <= 4; i++) slots[i] = i;
  return slots[0];
}
C
expect valid-memsafety "$T/bounds.c" '^AddressSanitizer reports: global-buffer-overflow .*bounds.c:4:.*cannot be seen without it$'
cat >"$T/local.c" <<'C'
static int *kept;
static void keep(void)
{
  int local = 3;
  kept = &local;
}
int main(void)
{
  keep();
  return *kept;
}
C
expect valid-memsafety "$T/local.c" '^AddressSanitizer reports: stack-use-after-return .*local.c:10:'
cat >"$T/copy.c" <<'C'
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *copy = malloc(6);
  if (!copy) return 1;
  strcpy(copy, "heddle");
  free(copy);
  return 0;
}
C
expect valid-memsafety "$T/copy.c" '^AddressSanitizer reports: heap-buffer-overflow'
# The same place is passed twice before it fails.
cat >"$T/sum.c" <<'C'
#include <stddef.h>
struct node { struct node *left; int value; };
static int sum(const struct node *n) { return n->value + sum(n->left); }
int main(void)
{
  struct node leaf = {NULL, 4};
  return sum(&leaf);
}
C
expect valid-memsafety "$T/sum.c" '^AddressSanitizer reports: SEGV .*sum.c:3:'
cat >"$T/triple.c" <<'C'
int __VERIFIER_nondet_int(void);
int main(void)
{
  int n = __VERIFIER_nondet_int();
  return n * 3;
}
C
expect no-overflow "$T/triple.c" '^UndefinedBehaviorSanitizer reports: .*triple.c:5'
exit $failures
