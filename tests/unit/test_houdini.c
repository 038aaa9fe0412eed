/* test_houdini.c - what steps take from the candidates of a place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "logic/houdini.h"

/* x is below 8 before a step that adds 1 to it. */
typedef struct {
  hd_terms *T;
  hd_smt *smt;
  hd_solver *step;
  hd_term x, next;
  hd_candidates c;
} fixture;

static const hd_budget free_budget = {.jobs = 1};

static fixture fixture_new(void)
{
  fixture f = {.T = hd_terms_new()};
  f.smt = hd_smt_new(f.T, HD_ARITH_BV, NULL, &free_budget);
  f.step = hd_solver_new(f.smt);
  f.x = hd_term_var(f.T, HD_BV(32), 1);
  f.next = hd_term_2(f.T, HD_OP_ADD, f.x, hd_term_bv(f.T, 32, 1));
  hd_solver_assert(f.step, hd_term_2(f.T, HD_OP_ULT, f.x, hd_term_bv(f.T, 32, 8)));
  return f;
}

static void fixture_free(fixture *f)
{
  hd_candidates_clear(&f->c);
  hd_solver_free(f->step);
  hd_smt_free(f->smt);
  hd_terms_free(f->T);
}

static hd_term at_most(fixture *f, hd_term t, uint64_t limit)
{
  return hd_term_2(f->T, HD_OP_ULE, t, hd_term_bv(f->T, 32, limit));
}

/* Candidates: x is at most 7, 8, 9. */
static void add_limits(fixture *f, hd_term after[3])
{
  for (uint32_t i = 0; i < 3; i++) {
    hd_vec_push(&f->c.facts, at_most(f, f->x, 7 + i));
    after[i] = at_most(f, f->next, 7 + i);
  }
}

static void a_step_takes_what_it_breaks(void **state)
{
  (void)state;
  fixture f = fixture_new();
  hd_term after[3];
  add_limits(&f, after);
  assert_true(hd_candidates_sieve(&f.c, after, f.step, &free_budget));
  assert_true(f.c.reached);
  assert_false(hd_term_is(f.c.facts.data[0]));
  assert_true(hd_term_is(f.c.facts.data[1]));
  assert_true(hd_term_is(f.c.facts.data[2]));
  assert_false(hd_candidates_sieve(&f.c, after, f.step, &free_budget));
  fixture_free(&f);
}

static void what_a_step_is_known_to_keep_is_not_asked(void **state)
{
  (void)state;
  fixture f = fixture_new();
  hd_term after[3];
  add_limits(&f, after);
  after[0] = HD_NO_TERM;
  hd_candidates_sieve(&f.c, after, f.step, &free_budget);
  assert_true(hd_term_is(f.c.facts.data[0]));
  fixture_free(&f);
}

static void a_step_that_nobody_takes_reaches_nothing(void **state)
{
  (void)state;
  fixture f = fixture_new();
  hd_term after[3];
  add_limits(&f, after);
  hd_solver_assert(f.step, hd_term_false(f.T));
  assert_false(hd_candidates_sieve(&f.c, after, f.step, &free_budget));
  assert_false(f.c.reached);
  assert_true(hd_term_is(f.c.facts.data[0]));
  fixture_free(&f);
}

/* The solver may not even begin. */
static void an_unanswered_question_costs_its_facts(void **state)
{
  (void)state;
  fixture f = fixture_new();
  hd_term y = hd_term_var(f.T, HD_BV(32), 2), z = hd_term_var(f.T, HD_BV(32), 3);
  hd_term product = hd_term_2(f.T, HD_OP_MUL, y, z), after[2] = {HD_NO_TERM, HD_NO_TERM};
  f.c.reached = true;
  hd_vec_push(&f.c.facts, at_most(&f, f.x, 7));
  hd_vec_push(&f.c.facts, at_most(&f, f.x, 8));
  after[1] = hd_term_ne(f.T, product, hd_term_bv(f.T, 32, 0x7fffffff));
  hd_solver_assert(f.step, hd_term_2(f.T, HD_OP_ULT, hd_term_bv(f.T, 32, 1), y));
  hd_solver_assert(f.step, hd_term_2(f.T, HD_OP_ULT, hd_term_bv(f.T, 32, 1), z));
  hd_solver_limit(f.step, 1);
  assert_true(hd_candidates_sieve(&f.c, after, f.step, &free_budget));
  assert_true(hd_term_is(f.c.facts.data[0]));
  assert_false(hd_term_is(f.c.facts.data[1]));
  fixture_free(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_takes_what_it_breaks),
      cmocka_unit_test(what_a_step_is_known_to_keep_is_not_asked),
      cmocka_unit_test(a_step_that_nobody_takes_reaches_nothing),
      cmocka_unit_test(an_unanswered_question_costs_its_facts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
