#!/bin/sh
# Prints a program of the evaluations' families as their texts describe it: with loops, with arrays, and with an exact
# assertion in main after all threads have ended.
#
#   bench/modular/program.sh [-k ROUNDS] [-c COLUMNS] [-v LOW:HIGH] [-s] [-p] [-u] KIND N
#
#   mat       sums of a matrix of any values LOW..HIGH (-1000000:1000000), a thread a row, right to left, waiting for
#             the cell below; the first sum is compared with one that main computes itself
#   pas       Pascal's triangle, a thread a row, waiting for the row above; the last row sums to 2^(N-1)
#   long      the longest increasing subsequence of N values, a thread an element; compared with a sequential computation
#   ring      v_i += v_(i+1 mod N), ROUNDS times in each of N threads; v_0 is at most the largest value that exists
#   chain     the same, but the last thread adds 1
#   peterson  Peterson's algorithm, two threads with endless loops
#   dekker    Dekker's algorithm, likewise
#
# N threads beside main. -s: += is a read and a write, not one step. -p: one function for all threads, which is told its
# number (mat, pas and long). -u: unsafe; one thread does not wait (mat, pas, long), the bound is one too small (ring,
# chain), the turn or the other's claim is treated wrongly (peterson, dekker).
# straight.sh prints the same without loops and arrays.
set -u
rounds=2 columns=2 values=-1000000:1000000 split=0 one=0 unsafe=0
while getopts k:c:v:spu option; do
  case $option in
    k) rounds=$OPTARG ;; c) columns=$OPTARG ;; v) values=$OPTARG ;; s) split=1 ;; p) one=1 ;; u) unsafe=1 ;;
    *) exit 64 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || { sed -n '2,21s/^# \{0,1\}//p' "$0"; exit 64; }

awk -v kind="$1" -v n="$2" -v rounds="$rounds" -v columns="$columns" -v low="${values%%:*}" -v high="${values##*:}" \
  -v split_up="$split" -v one="$one" -v unsafe="$unsafe" '
function head() {
  print "#include <pthread.h>\n"
  print "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\nvoid reach_error(void);"
  print "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
}

# A thread is text in which @ is its number, or one function of all of them.
function threads(text,  i) {
  if (one) printf "\nvoid *work(void *number)\n{\n  int i = (int)(long)number;\n%s  return 0;\n}\n", numbered(text, "i")
  else for (i = 0; i < n; i++) thread(i, numbered(text, i))
}
function numbered(text, i) { gsub(/@/, i, text); return text }
function thread(i, text) { printf "\nvoid *t%d(void *unused)\n{\n%s  return 0;\n}\n", i, text }

function main(before, after,  i) {
  printf "\nint main(void)\n{\n%s", before
  printf "  pthread_t h[%d];\n", n
  for (i = 0; i < n; i++)
    if (one) printf "  pthread_create(&h[%d], 0, work, (void *)%dL);\n", i, i
    else printf "  pthread_create(&h[%d], 0, t%d, 0);\n", i, i
  for (i = 0; i < n; i++) printf "  pthread_join(h[%d], 0);\n", i
  printf "%s  return 0;\n}\n", after
}
function input(name, from, to) {
  return "int " name " = __VERIFIER_nondet_int();\n    __VERIFIER_assume(" name " >= " from " && " name " <= " to ");\n"
}

# S[i][j] sums what is right of and below a cell; done[i] counts the cells of row i that are there.
function mat() {
  printf "#define N %d\n#define K %d\nint A[N][K], S[N + 1][K], done[N + 1];\n", n, columns
  threads("  int row = 0;\n  for (int j = K - 1; j >= 0; j--) {\n    row = row + A[@][j];\n" \
    "    if (@ < N - 1" (unsafe ? " && @ != " int((n - 2) / 2) : "") ") __VERIFIER_assume(done[@ + 1] >= K - j);\n" \
    "    S[@][j] = row + S[@ + 1][j];\n    done[@] = K - j;\n  }\n")
  main("  int sum = 0;\n  for (int k = 0; k < N * K; k++) {\n    " input("x", low, high) \
    "    A[k / K][k % K] = x;\n    sum = sum + x;\n  }\n", "  if (S[0][0] != sum) reach_error();\n")
}

function pas() {
  printf "#define N %d\nint P[N][N], done[N];\n", n
  threads("  P[@][0] = 1;\n  done[@] = 1;\n  for (int j = 1; j < @; j++) {\n" \
    "    " (unsafe ? "if (@ < N - 1) " : "") "__VERIFIER_assume(done[@ - 1] > j);\n" \
    "    P[@][j] = P[@ - 1][j - 1] + P[@ - 1][j];\n    done[@] = j + 1;\n  }\n  P[@][@] = 1;\n  done[@] = @ + 1;\n")
  main("", "  int sum = 0;\n  for (int j = 0; j < N; j++) sum = sum + P[N - 1][j];\n  if (sum != " 2 ^ (n - 1) ") reach_error();\n")
}

# Main computes the same from the right.
function long() {
  printf "#define N %d\nint a[N], L[N], done[N];\n", n
  threads("  int best = 0;\n  for (int j = 0; j < @; j++) {\n" \
    "    " (unsafe ? "if (@ < N - 1) " : "") "__VERIFIER_assume(done[j]);\n" \
    "    if (a[j] < a[@] && L[j] > best) best = L[j];\n  }\n  L[@] = best + 1;\n  done[@] = 1;\n")
  main("  for (int k = 0; k < N; k++) {\n    " input("x", 0, n - 1) "    a[k] = x;\n  }\n", \
    "  int found = 0, right = 0, R[N];\n  for (int i = 0; i < N; i++)\n    if (L[i] > found) found = L[i];\n" \
    "  for (int i = N - 1; i >= 0; i--) {\n    R[i] = 1;\n    for (int j = i + 1; j < N; j++)\n" \
    "      if (a[i] < a[j] && R[j] + 1 > R[i]) R[i] = R[j] + 1;\n    if (R[i] > right) right = R[i];\n  }\n" \
    "  if (found != right) reach_error();\n")
}

function fib(is_ring,  i, other, step) {
  for (i = 0; i < n; i++) printf "int v%d = 1;\n", i
  for (i = 0; i < n; i++) {
    other = i + 1 < n ? "v" (i + 1) : is_ring ? "v0" : "1"
    step = "v" i " = v" i " + " other ";"
    if (!split_up) step = "__VERIFIER_atomic_begin(); " step " __VERIFIER_atomic_end();"
    thread(i, "  for (int k = 0; k < " rounds "; k++) { " step " }\n")
  }
  main("", "  if (v0 > " bound(is_ring) - unsafe ") reach_error();\n")
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

# Both write who is inside, and look whether they still are.
function inside(i) { return "    in = " i ";\n    if (in != " i ") reach_error();\n" }
function peterson(  i, claim, turn) {
  print "int claim0, claim1, turn, in;"
  for (i = 0; i < 2; i++) {
    claim = "    claim" i " = 1;\n"
    turn = "    turn = " 1 - i ";\n"
    thread(i, "  while (1) {\n" (unsafe && i ? turn claim : claim turn) \
      "    while (claim" 1 - i " && turn != " i ") {}\n" inside(i) "    claim" i " = 0;\n  }\n")
  }
  main("", "")
}
function dekker(  i, o) {
  print "int claim0, claim1, turn, in;"
  for (i = 0; i < 2; i++) {
    o = 1 - i
    thread(i, "  while (1) {\n    claim" i " = 1;\n    while (claim" o ") {\n      if (turn == " o ") {\n        claim" i \
      " = 0;\n        while (turn == " o ") {}\n        claim" i " = 1;\n" (unsafe && i ? "        break;\n" : "") "      }\n    }\n" \
      inside(i) "    turn = " o ";\n    claim" i " = 0;\n  }\n")
  }
  main("", "")
}

BEGIN {
  if (kind == "peterson" || kind == "dekker") n = 2
  head()
  if (kind == "mat") mat()
  else if (kind == "pas") pas()
  else if (kind == "long") long()
  else if (kind == "ring" || kind == "chain") fib(kind == "ring")
  else if (kind == "peterson") peterson()
  else if (kind == "dekker") dekker()
  else { print "no such kind: " kind > "/dev/stderr"; exit failed = 64 }
}
END { exit failed }'
