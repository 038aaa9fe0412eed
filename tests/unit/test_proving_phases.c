/* test_proving_phases.c - proofs by combinations of phases: found, told and rechecked; and none where there is none. */
#include "program_text.h"

#include "evidence/check.h"
#include "proving/prove.h"

/* x and y are added to each other, twice each: x may become 8. The second thread reads before it writes. */
#define RING(most)                                                                                                \
  "program pointer 64 little\nthread a entry L0\nthread b entry L3\nvar x : bv32 shared user signed = 1\n"        \
  "var y : bv32 shared user signed = 1\nvar t : bv32 local b user signed\nloc L0 a\nloc L1 a\nloc L2 a\n"         \
  "loc L3 b\nloc L4 b\nloc L5 b\nloc L6 b\nloc L7 b end\nloc L8 a end\n"                                          \
  "edge L0 -> L1 when (not (saddo x y)) do x := (add x y) access atomic\n"                                        \
  "edge L1 -> L2 when (not (saddo x y)) do x := (add x y) access atomic\n"                                        \
  "edge L2 -> L8 assert assertion (slt x " most ":32) access atomic\n"                                            \
  "edge L3 -> L4 do t := x access atomic\nedge L4 -> L5 when (not (saddo y t)) do y := (add y t) access atomic\n" \
  "edge L5 -> L6 do t := x access atomic\nedge L6 -> L7 when (not (saddo y t)) do y := (add y t) access atomic\n"

typedef struct {
  hd_program *p;
  bool told; /* what the proof relies on */
  hd_certificate *proof;
} fixture;

static void take_note(void *context, const char *line)
{
  fixture *f = context;
  f->told |= strncmp(line, "each thread relies on: ", 23) == 0;
}

static void prove(fixture *f, const char *text)
{
  hd_budget budget = {.jobs = 1};
  uint64_t checks = 0;
  *f = (fixture){.p = program_of(text)};
  hd_program_index(f->p);
  hd_prove_task task = {.by = "test",
                        .property = HD_PROP_UNREACH_CALL,
                        .reduction = HD_REDUCTION_LIPTON,
                        .guesses = true,
                        .together = true,
                        .note = take_note,
                        .note_context = f};
  f->proof = hd_prove(f->p, &task, &budget, &checks);
  assert_int_equal(checks, 0);
}

static void clear(fixture *f)
{
  hd_certificate_free(f->proof);
  hd_program_free(f->p);
}

static void a_ring_has_a_proof(void **unused)
{
  (void)unused;
  fixture f;
  hd_checked checked;
  prove(&f, RING("9"));
  assert_non_null(f.proof);
  assert_int_equal(f.proof->ghosts.len, 3); /* two phases, and the copy of t */
  hd_certificate_check(f.p, f.proof, HD_PROP_UNREACH_CALL, NULL, &(hd_budget){.jobs = 1}, &checked);
  assert_int_equal(checked.verdict, HD_PROOF_HOLDS);
  hd_checked_clear(&checked);
  assert_true(f.told);
  assert_string_equal(f.proof->engine, "test");
  clear(&f);
}

/* The same proof says nothing about a stricter assertion. */
static void it_is_none_of_something_else(void **unused)
{
  (void)unused;
  fixture f;
  hd_checked checked;
  prove(&f, RING("9"));
  hd_edge_info *e = hd_edge_get(f.p, (hd_edge){2});
  e->cond = hd_term_2(f.p->terms, HD_OP_SLT, hd_term_arg(f.p->terms, e->cond, 0), hd_term_bv(f.p->terms, 32, 8));
  hd_certificate_check(f.p, f.proof, HD_PROP_UNREACH_CALL, NULL, &(hd_budget){.jobs = 1}, &checked);
  assert_int_equal(checked.verdict, HD_PROOF_FAILS);
  hd_checked_clear(&checked);
  clear(&f);
}

static void a_violation_has_none(void **unused)
{
  (void)unused;
  fixture f;
  prove(&f, RING("8"));
  assert_null(f.proof);
  clear(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ring_has_a_proof),
      cmocka_unit_test(it_is_none_of_something_else),
      cmocka_unit_test(a_violation_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
