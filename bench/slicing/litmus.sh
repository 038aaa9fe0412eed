#!/bin/sh
# litmus.sh SHAPE THREADS NOISE ROUNDS VERDICT: prints a litmus test as C, with many variables of which few matter.
#   SHAPE    sb (store buffering, a ring of THREADS), mp (message passing along a chain), cnt (a locked counter)
#   NOISE    so many more shared variables, which the threads update ROUNDS times each; each depends on the next,
#            and a variable of the test on the first, though not in a way that changes its value
#   VERDICT  safe or unsafe
set -eu
[ $# -eq 5 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 64; }
exec awk -v shape="$1" -v threads="$2" -v noise="$3" -v rounds="$4" -v verdict="$5" '
function noisy(t, r,   k, a, b) {
  for (k = 0; k < noise; k += threads) {
    a = (k + t + r) % noise; b = (a + 1) % noise
    if (a == noise - 1) printf "  n%d = n%d + %d;\n", a, a, t + 1
    else printf "  n%d = n%d + n%d;\n", a, a, b
  }
}
# 1, whatever n0 is.
function one() { return noise ? "(k / 2 <= k)" : "1" }
BEGIN {
  print "#include <assert.h>\n#include <pthread.h>\n"
  for (i = 0; i < noise; i++) printf "unsigned n%d = %d;\n", i, i % 3
  bad = verdict == "unsafe"
  if (shape == "cnt") print "int count;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
  else for (t = 0; t < threads; t++) printf "int x%d, r%d;\n", t, t
  for (t = 0; t < threads; t++) {
    printf "\nvoid *p%d(void *unused)\n{\n", t
    for (r = 0; r < rounds; r++) noisy(t, r)
    if (noise) print "  unsigned k = n0;"
    if (shape == "sb") {
      if (bad && t == threads - 1) printf "  r%d = x0;\n  x%d = %s;\n", t, t, one()
      else printf "  x%d = %s;\n  r%d = x%d;\n", t, one(), t, (t + 1) % threads
    } else if (shape == "mp") {
      if (t == 0) printf (bad ? "  x1 = %s;\n  x0 = 1;\n" : "  x0 = 1;\n  x1 = %s;\n"), one()
      else if (t < threads - 1) printf "  if (x%d) x%d = %s;\n", t, t + 1, one()
      else printf "  r1 = x%d;\n  r0 = x0;\n", t
    } else {
      if (!bad || t) print "  pthread_mutex_lock(&m);"
      printf "  int c = count;\n  count = c + %s;\n", one()
      if (!bad || t) print "  pthread_mutex_unlock(&m);"
    }
    for (r = 0; r < rounds; r++) noisy(t, r + 1)
    print "  return 0;\n}"
  }
  print "\nint main(void)\n{\n  pthread_t id[" threads "];"
  for (t = 0; t < threads; t++) printf "  pthread_create(&id[%d], 0, p%d, 0);\n", t, t
  for (t = 0; t < threads; t++) printf "  pthread_join(id[%d], 0);\n", t
  printf "  assert("
  if (shape == "sb") { printf "!("; for (t = 0; t < threads; t++) printf "%sr%d == 0", t ? " && " : "", t; printf ")" }
  else if (shape == "mp") printf "!(r1 == 1 && r0 == 0)"
  else printf "count == %d", threads
  print ");\n  return 0;\n}"
}'
