#!/bin/sh
# shift.sh bp|pml BITS: a register of so many bits that is shifted and gets a free bit, or is turned over; both
# languages. All 2^BITS values are reached; the assertion holds because two copies go together.
awk -v form="$1" -v n="$2" 'BEGIN {
  if (form == "bp") {
    printf "decl a0"
    for (i = 1; i < n; i++) printf ", a%d", i
    for (i = 0; i < n; i++) printf ", b%d", i
    printf ";\nvoid main() begin\n  decl free;\n"
    for (i = 0; i < n; i++) printf "  a%d, b%d := F, F;\n", i, i
    print "  while (*) do\n    free := *;\n    if (*) then"
    printf "      a0"; for (i = 1; i < n; i++) printf ", a%d", i
    for (i = 0; i < n; i++) printf ", b%d", i
    printf " := free"; for (i = 1; i < n; i++) printf ", a%d", i - 1
    printf ", free"; for (i = 1; i < n; i++) printf ", b%d", i - 1
    printf ";\n    else\n      a0"; for (i = 1; i < n; i++) printf ", a%d", i
    for (i = 0; i < n; i++) printf ", b%d", i
    printf " := !a0"; for (i = 1; i < n; i++) printf ", !a%d", i
    for (i = 0; i < n; i++) printf ", !b%d", i
    printf ";\n    fi\n    assert((a0 = b0)"
    for (i = 1; i < n; i++) printf " & (a%d = b%d)", i, i
    print ");\n  od\nend"
  } else {
    printf "unsigned a : %d, b : %d;\nactive proctype main() {\n  bit x;\n  do\n  :: select(x : 0 .. 1);\n", n, n
    printf "     if\n     :: d_step { a = (a << 1 | x) & %d; b = (b << 1 | x) & %d }\n", 2 ^ n - 1, 2 ^ n - 1
    printf "     :: d_step { a = a ^ %d; b = b ^ %d }\n     fi;\n     assert(a == b); x = 0\n  :: break\n  od\n}\n", 2 ^ n - 1, 2 ^ n - 1
  }
}'
