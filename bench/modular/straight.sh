#!/bin/sh
# Prints a program of the hierarchical kind without loops and arrays, written out by hand as it were: a thread for each
# part of the work, which waits for what it needs from the next one. program.sh prints the families as they are.
#
#   bench/modular/straight.sh [-k ROUNDS] [-c COLUMNS] [-v VALUES] [-s] [-u] KIND N
#
#   mat       sums of a matrix of any values 0..VALUES, a thread a row, right to left, waiting for the cell below
#   pas       Pascal's triangle, a thread a row, waiting for the row above
#   long      the longest increasing subsequence of any N values, a thread an index
#   ring      v_i += v_(i+1 mod N), ROUNDS times in each of N threads
#   chain     the same, but the last thread adds 1
#   peterson  Peterson's algorithm
#
# N threads beside main. -s: += is a read and a write, not one step. -u: the assertion is one too strict,
# and some execution violates it.
set -u
rounds=2 columns=2 values=1000000 split=0 unsafe=0
while getopts k:c:v:su option; do
  case $option in
    k) rounds=$OPTARG ;; c) columns=$OPTARG ;; v) values=$OPTARG ;; s) split=1 ;; u) unsafe=1 ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || { sed -n '2,16s/^# \{0,1\}//p' "$0"; exit 64; }

awk -v kind="$1" -v n="$2" -v rounds="$rounds" -v columns="$columns" -v values="$values" -v split_up="$split" \
  -v unsafe="$unsafe" '
function head() {
  print "#include <assert.h>\n#include <pthread.h>\n"
  print "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);"
  print "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
}
function thread(i) { printf "\nvoid *t%d(void *unused)\n{\n", i }
function end_thread() { print "  return 0;\n}" }
function main(  i) {
  print "\nint main(void)\n{"
  for (i = 0; i < n; i++) printf "  pthread_t h%d;\n", i
  for (i = 0; i < n; i++) printf "  pthread_create(&h%d, 0, t%d, 0);\n", i, i
  for (i = 0; i < n; i++) printf "  pthread_join(h%d, 0);\n", i
  print "  return 0;\n}"
}

# Row i sums what is right of and below a cell: s_i_j = s_i_(j+1) without what is below + a_i_j + s_(i+1)_j.
function mat(  i, j) {
  for (i = 0; i < n; i++) {
    printf "int done%d;", i
    for (j = 0; j < columns; j++) printf " int s%d_%d;", i, j
    print ""
  }
  for (i = 0; i < n; i++) {
    thread(i)
    print "  int row = 0, a;"
    for (j = columns - 1; j >= 0; j--) {
      printf "  a = __VERIFIER_nondet_int();\n  if (a < 0 || a > %d) a = 0;\n  row = row + a;\n", values
      if (i + 1 < n) printf "  __VERIFIER_assume(done%d >= %d);\n  s%d_%d = row + s%d_%d;\n", i + 1, columns - j, i, j, i + 1, j
      else printf "  s%d_%d = row;\n", i, j
      printf "  done%d = %d;\n", i, columns - j
    }
    if (i == 0) printf "  assert(s0_0 <= %d);\n", n * columns * values - unsafe
    end_thread()
  }
}

# The last row is the first thread: t0 waits for t1, and so on up to the row of one number.
function pas(  i, j, r) {
  for (i = 0; i < n; i++) {
    printf "int done%d;", i
    for (j = 0; j < n - i; j++) printf " int c%d_%d;", i, j
    print ""
  }
  for (i = 0; i < n; i++) {
    r = n - 1 - i
    thread(i)
    for (j = 0; j <= r; j++) {
      if (j == 0 || j == r) printf "  c%d_%d = 1;\n", i, j
      else printf "  __VERIFIER_assume(done%d > %d);\n  c%d_%d = c%d_%d + c%d_%d;\n", i + 1, j, i, j, i + 1, j - 1, i + 1, j
      printf "  done%d = %d;\n", i, j + 1
    }
    if (i == 0) printf "  assert(c0_%d <= %d);\n", int(r / 2), choose(r, int(r / 2)) - unsafe
    end_thread()
  }
}
function choose(a, b) { return b == 0 ? 1 : choose(a - 1, b - 1) * a / b }

# The last index is the first thread.
function long(  i, j) {
  for (i = 0; i < n; i++) printf "int a%d, l%d, done%d;\n", i, i, i
  for (i = 0; i < n; i++) {
    thread(i)
    print "  int best = 0;"
    for (j = n - 1; j > i; j--)
      printf "  __VERIFIER_assume(done%d);\n  if (a%d < a%d && l%d > best) best = l%d;\n", j, j, i, j, j
    printf "  l%d = best + 1;\n  done%d = 1;\n", i, i
    if (i == 0) printf "  assert(l0 <= %d);\n", n - unsafe
    end_thread()
  }
}
function long_main(  i) {
  print "\nint main(void)\n{"
  for (i = 0; i < n; i++) printf "  pthread_t h%d;\n  a%d = __VERIFIER_nondet_int();\n", i, i
  for (i = 0; i < n; i++) printf "  pthread_create(&h%d, 0, t%d, 0);\n", i, i
  for (i = 0; i < n; i++) printf "  pthread_join(h%d, 0);\n", i
  print "  return 0;\n}"
}

function fib(is_ring,  i, k, other) {
  for (i = 0; i < n; i++) printf "int v%d = 1;\n", i
  for (i = 0; i < n; i++) {
    thread(i)
    other = i + 1 < n ? "v" (i + 1) : is_ring ? "v0" : "1"
    for (k = 0; k < rounds; k++) {
      if (split_up) printf "  v%d = v%d + %s;\n", i, i, other
      else printf "  __VERIFIER_atomic_begin();\n  v%d = v%d + %s;\n  __VERIFIER_atomic_end();\n", i, i, other
    }
    if (i == 0) printf "  assert(v0 <= %d);\n", bound(is_ring) - unsafe
    end_thread()
  }
}
# Exact for two rounds and any number of threads, and for two threads in a ring and any number of rounds.
function bound(is_ring,  i, a, b, c) {
  if (rounds == 2) return is_ring && n == 2 ? 8 : 2 ^ (n + 1) - 1
  if (is_ring && n == 2) {
    a = 0; b = 1
    for (i = 1; i < 2 * rounds + 2; i++) { c = a + b; a = b; b = c }
    return b
  }
  print "no bound is known for these rounds" > "/dev/stderr"
  exit failed = 64
}

function peterson(  i) {
  print "_Bool claim0, claim1, cs1;\nint turn;"
  for (i = 0; i < 2; i++) {
    thread(i)
    print "  while (1) {"
    if (unsafe && i) printf "    turn = %d;\n    claim%d = 1;\n", 1 - i, i
    else printf "    claim%d = 1;\n    turn = %d;\n", i, 1 - i
    printf "    while (claim%d && turn != %d) {}\n", 1 - i, i
    print i == 0 ? "    assert(!cs1);" : "    cs1 = 1;\n    cs1 = 0;"
    printf "    claim%d = 0;\n  }\n}\n", i
  }
}

BEGIN {
  if (kind == "peterson") n = 2
  head()
  if (kind == "mat") mat()
  else if (kind == "pas") pas()
  else if (kind == "long") long()
  else if (kind == "ring" || kind == "chain") fib(kind == "ring")
  else if (kind == "peterson") peterson()
  else { print "no such kind: " kind > "/dev/stderr"; exit failed = 64 }
  if (kind == "long") long_main()
  else main()
}
END { exit failed }'
