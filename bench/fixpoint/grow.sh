#!/bin/sh
# grow.sh PROCEDURES GLOBALS LOCALS [bad]: prints a Boolean program of that size.
# Procedure i holds lock i while it calls the next one, twice, and perhaps itself; the locals are shifted and
# mixed on the way. It is safe: no procedure takes a lock that is held. With `bad` the last procedure forgets one.
awk -v n="$1" -v g="$2" -v l="$3" -v bad="$4" 'BEGIN {
  printf "decl g0"
  for (i = 1; i < g; i++) printf ", g%d", i
  print ";"
  print "void main() begin\n  decl r;"
  for (i = 0; i < g; i++) printf "  g%d := F;\n", i
  print "  while (*) do r := f0(*, F); od\nend"
  for (i = 0; i < n; i++) {
    k = i % g
    printf "bool f%d(x, y) begin\n  decl was", i
    for (j = 0; j < l - 3; j++) printf ", l%d", j
    print ";"
    printf "  was := g%d;\n", k
    for (j = 0; j < l - 3; j++) printf "  l%d := %s;\n", j, j == 0 ? "x ^ y" : "l" (j - 1) " ^ " (j % 2 ? "x" : "y")
    printf "  if (!was) then\n    assert(!g%d);\n    g%d := T;\n  fi\n", k, k
    if (i + 1 < n) printf "  x := f%d(y, x);\n  y := f%d(x, l%d);\n", i + 1, i + 1, (l > 4 ? l - 4 : 0)
    printf "  if (*) then x := f%d(y, *); fi\n", i
    printf "  if (!was) then g%d := F; fi\n", k
    if (bad && i == n - 1) printf "  g%d := T;\n", 0
    if (bad && i == 0) print "  assert(was | !g0);"
    printf "  assert(was = g%d%s);\n", k, bad && k == 0 ? " | T" : ""
    print "  return x ^ y;\nend"
  }
}'
