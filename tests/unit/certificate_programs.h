/* certificate_programs.h - small programs and hand-written proofs of them. */
#ifndef HD_TESTS_CERTIFICATE_PROGRAMS_H
#define HD_TESTS_CERTIFICATE_PROGRAMS_H

#include <inttypes.h>

#include "evidence/check.h"
#include "program_text.h"

/* Two workers take a lock, and find what they wrote. */
#define MUTEX                                                                   \
  "program pointer 64 little\n"                                                 \
  "thread main entry L0\n"                                                      \
  "thread w entry L2 instances 2 self w.self status w.status\n"                 \
  "var m : bv32 sync\nvar x : bv32\nvar w.self : bv32 local w self\n"           \
  "var w.status : bv8[2] status\n"                                              \
  "loc L0 main\nloc L1 main end\n"                                              \
  "loc L2 w\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w end\n"            \
  "edge L0 -> L1 do w.status[0:32] := 1:8, w.status[1:32] := 1:8 access sync\n" \
  "edge L2 -> L3 when (= (select w.status w.self) 1:8) access sync\n"           \
  "edge L3 -> L4 when (= m 0:32) do m := (add w.self 1:32) access sync\n"       \
  "edge L4 -> L5 do x := w.self\n"                                              \
  "edge L5 -> L6 assert assertion (= x w.self)\n"                               \
  "edge L6 -> L7 do m := 0:32 access sync\n"
#define MUTEX_FACTS                                      \
  "at L2 : true\nat L3 : true\n"                         \
  "at L4 : (= m (add w.self 1:32))\n"                    \
  "at L5 : (and (= m (add w.self 1:32)) (= x w.self))\n" \
  "at L6 : (= m (add w.self 1:32))\nat L7 : true\n"
#define MUTEX_PROOF "kind modular\nclause w[every] otherwise false\n" MUTEX_FACTS "end\n"

/* The same without creation and with few values, so that all states can be tried. */
#define SMALL_MUTEX                                                       \
  "program pointer 64 little\n"                                           \
  "thread main entry L0\nthread w entry L1 instances 2 self w.self\n"     \
  "var m : bv2 sync\nvar x : bv2\nvar w.self : bv32 local w self\n"       \
  "loc L0 main end\nloc L1 w\nloc L2 w\nloc L3 w\nloc L4 w\n"             \
  "edge L1 -> L2 when (= m 0:2) do m := (add (extract 0 2 w.self) 1:2)\n" \
  "edge L2 -> L3 do x := (extract 0 2 w.self)\n"                          \
  "edge L3 -> L4 assert assertion (= x (extract 0 2 w.self))\n"           \
  "edge L4 -> L1 do m := 0:2\n"
#define SMALL_MUTEX_PROOF                                                           \
  "kind modular\nclause w[every] otherwise false\nat L1 : true\n"                   \
  "at L2 : (= m (add (extract 0 2 w.self) 1:2))\n"                                  \
  "at L3 : (and (= m (add (extract 0 2 w.self) 1:2)) (= x (extract 0 2 w.self)))\n" \
  "at L4 : (= m (add (extract 0 2 w.self) 1:2))\nend\n"

/* The same with a source that creates workers for ever. */
#define MANY                                                                                      \
  "program pointer 64 little\n"                                                                   \
  "thread main entry L0\n"                                                                        \
  "thread w entry L2 instances 2 replicated self w.self status w.status\n"                        \
  "var m : bv32 sync\nvar x : bv32\nvar w.self : bv32 local w self\n"                             \
  "var w.status : bv8[2] status\n"                                                                \
  "loc L0 main\nloc L1 main bound threads \"more than 2\"\n"                                      \
  "loc L2 w\nloc L3 w\nloc L4 w\nloc L5 w\nloc L6 w\nloc L7 w end\n"                              \
  "edge L0 -> L0 when (= (select w.status 0:32) 0:8) do w.status[0:32] := 1:8 access sync\n"      \
  "edge L0 -> L0 when (and (not (= (select w.status 0:32) 0:8)) (= (select w.status 1:32) 0:8)) " \
  "do w.status[1:32] := 1:8 access sync\n"                                                        \
  "edge L0 -> L1 when (not (= (select w.status 1:32) 0:8)) access sync\n"                         \
  "edge L2 -> L3 when (= (select w.status w.self) 1:8) access sync\n"                             \
  "edge L3 -> L4 when (= m 0:32) do m := (add w.self 1:32) access sync\n"                         \
  "edge L4 -> L5 do x := 1:32\n"                                                                  \
  "edge L5 -> L6 assert assertion (= x 1:32)\n"                                                   \
  "edge L6 -> L7 do m := 0:32, x := 0:32, w.status[w.self] := 2:8 access sync\n"
#define MANY_FACTS                                     \
  "at L2 : true\nat L3 : true\n"                       \
  "at L4 : (= m (add w.self 1:32))\n"                  \
  "at L5 : (and (= m (add w.self 1:32)) (= x 1:32))\n" \
  "at L6 : (= m (add w.self 1:32))\nat L7 : true\n"
#define MANY_PROOF "kind modular\nany w\nclause w[every] otherwise false\n" MANY_FACTS "end\n"
#define MANY_TWO_PROOF "kind modular\nclause w[every] otherwise false\n" MANY_FACTS "end\n"

/* Peterson's algorithm for ever, one variable in each critical section; the two flags are read at once. */
#define PETERSON                                                                                      \
  "program pointer 64 little\n"                                                                       \
  "thread main entry L0\nthread other entry L6\n"                                                     \
  "var f0 : bv1\nvar f1 : bv1\nvar turn : bv1\nvar x : bv1\n"                                         \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main\n"                    \
  "loc L6 other\nloc L7 other\nloc L8 other\nloc L9 other\nloc L10 other\nloc L11 other\n"            \
  "edge L0 -> L1 do f0 := 1:1\nedge L1 -> L2 do turn := 1:1\n"                                        \
  "edge L2 -> L3 when (or (= f1 0:1) (= turn 0:1))\n"                                                 \
  "edge L3 -> L4 do x := 0:1\nedge L4 -> L5 assert assertion (= x 0:1)\nedge L5 -> L0 do f0 := 0:1\n" \
  "edge L6 -> L7 do f1 := 1:1\nedge L7 -> L8 do turn := 0:1\n"                                        \
  "edge L8 -> L9 when (or (= f0 0:1) (= turn 1:1))\n"                                                 \
  "edge L9 -> L10 do x := 1:1\nedge L10 -> L11 assert assertion (= x 1:1)\nedge L11 -> L6 do f1 := 0:1\n"
#define PETERSON_PROOF                                                               \
  "kind modular\n"                                                                   \
  "clause main[0] otherwise false\n"                                                 \
  "at L0 : (= f0 0:1)\nat L1 : (= f0 1:1)\nat L2 : (= f0 1:1)\nat L3 : (= f0 1:1)\n" \
  "at L4 : (and (= f0 1:1) (= x 0:1))\nat L5 : (= f0 1:1)\n"                         \
  "clause other[0] otherwise false\n"                                                \
  "at L6 : (= f1 0:1)\nat L7 : (= f1 1:1)\nat L8 : (= f1 1:1)\nat L9 : (= f1 1:1)\n" \
  "at L10 : (and (= f1 1:1) (= x 1:1))\nat L11 : (= f1 1:1)\n"                       \
  "clause main[0] other[0] otherwise true\n"                                         \
  "at L3 L9 : false\nat L3 L10 : false\nat L3 L11 : false\n"                         \
  "at L4 L9 : false\nat L4 L10 : false\nat L4 L11 : false\n"                         \
  "at L5 L9 : false\nat L5 L10 : false\nat L5 L11 : false\n"                         \
  "at L3 L8 : (= turn 0:1)\nat L4 L8 : (= turn 0:1)\nat L5 L8 : (= turn 0:1)\n"      \
  "at L2 L9 : (= turn 1:1)\nat L2 L10 : (= turn 1:1)\nat L2 L11 : (= turn 1:1)\n"    \
  "end\n"

/* One thread: a loop that adds up, with a cut-point at its head only. */
#define LOOP                                                                           \
  "program pointer 64 little\nthread main entry L0\n"                                  \
  "var i : bv32 local main unsigned\nvar s : bv32 local main unsigned\n"               \
  "loc L0 main\nloc L1 main\nloc L2 main\nloc L3 main\nloc L4 main\nloc L5 main end\n" \
  "edge L0 -> L1 do i := 0:32, s := 0:32\n"                                            \
  "edge L1 -> L2 when (ult i 10:32)\nedge L2 -> L3 do s := (add s 2:32)\n"             \
  "edge L3 -> L1 do i := (add i 1:32)\n"                                               \
  "edge L1 -> L4 when (not (ult i 10:32))\nedge L4 -> L5 assert assertion (= s 20:32)\n"
#define LOOP_PROOF                                                \
  "kind product\ncuts L0 L1 L5\nclause main[0] otherwise false\n" \
  "at L0 : true\n"                                                \
  "at L1 : (and (ule i 10:32) (= s (mul i 2:32)))\nat L5 : true\nend\n"

/* Two threads add their share to a sum; who has is told by where they stand. */
#define COUNTER                                                         \
  "program pointer 64 little\n"                                         \
  "thread main entry L0\nthread b entry L3\n"                           \
  "var x : bv8 unsigned\n"                                              \
  "loc L0 main\nloc L1 main\nloc L2 main end\nloc L3 b\nloc L4 b end\n" \
  "edge L0 -> L1 do x := (add x 1:8)\n"                                 \
  "edge L1 -> L2 assert assertion (ule x 3:8)\n"                        \
  "edge L3 -> L4 do x := (add x 2:8)\n"
#define COUNTER_PROOF                                                  \
  "kind product\nclause main[0] b[0] otherwise false\n"                \
  "at L0 L3 : (= x 0:8)\nat L1 L3 : (= x 1:8)\nat L2 L3 : (= x 1:8)\n" \
  "at L0 L4 : (= x 2:8)\nat L1 L4 : (= x 3:8)\nat L2 L4 : (= x 3:8)\nend\n"
#define COUNTER_GHOST                                             \
  "kind modular\nghost done : bool = 0\nghost added : bool = 0\n" \
  "set E0 added := true\nset E2 done := true\n"                   \
  "clause otherwise false\n"                                      \
  "at : (= x (add (ite added 1:8 0:8) (ite done 2:8 0:8)))\n"     \
  "clause main[0] otherwise true\nat L0 : (not added)\n"          \
  "clause b[0] otherwise true\nat L3 : (not done)\nend\n"
#define COUNTER_GRAPH                                                                    \
  "kind graph\nclause main[0] b[0] otherwise false\n"                                    \
  "at L0 L3 : (= x 0:8)\nat L1 L3 : (= x 1:8)\nat L2 L3 : (= x 1:8)\n"                   \
  "at L0 L4 : (= x 2:8)\nat L1 L4 : (= x 3:8)\nat L2 L4 : (ult x 10:8)\n"                \
  "at L2 L4 : (= x 3:8)\ncover 6 by 5\n"                                                 \
  "link 0 party 1 -> 1\nlink 1 party 1 -> 2\nlink 0 party 2 -> 3\nlink 3 party 1 -> 4\n" \
  "link 1 party 2 -> 4\nlink 2 party 2 -> 6\nlink 4 party 1 -> 5\nend\n"

static inline hd_program *indexed(const char *text)
{
  hd_program *p = program_of(text);
  hd_program_index(p);
  return p;
}

/* The body as a whole certificate for the program. Freed with free(). */
static inline char *proof_text(const hd_program *p, const char *body)
{
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "certificate 1\nproperty unreach-call\nlimits threads 2 heap 4 recursion 8\n");
  fprintf(out, "program 0x%016" PRIx64 "\n%s", hd_program_fingerprint(p), body);
  fclose(out);
  return text;
}

/* NULL when it does not parse; then *error is the first message, with its line before it. */
static inline hd_certificate *try_proof(const hd_program *p, const char *body, char *error, size_t room)
{
  hd_diags diags;
  hd_diags_init(&diags);
  char *text = proof_text(p, body);
  hd_certificate *c = hd_certificate_parse(text, strlen(text), "proof", p, &diags);
  if (!c) {
    const hd_diag *d = &diags.list.data[0];
    snprintf(error, room, "%u:%u: %s", d->place.line, d->place.column, d->message);
  }
  free(text);
  hd_diags_clear(&diags);
  return c;
}

static inline hd_certificate *proof_of(const hd_program *p, const char *body)
{
  char error[300];
  hd_certificate *c = try_proof(p, body, error, sizeof error);
  if (!c) fail_msg("proof:%s", error);
  return c;
}

#endif
