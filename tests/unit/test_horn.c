/* test_horn.c - Horn clauses: interpretations, derivations, and what is not believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "logic/horn.h"

/* x starts at 0, is increased by `step` while it is below `limit`, and is bad at `bad`. */
typedef struct {
  hd_terms *T;
  hd_smt *s;
  hd_horn *h;
  hd_term x;
  hd_pred loop;
} counter;

static const hd_budget free_budget = {.jobs = 1};

static counter counter_new(hd_arith arith, uint64_t step, uint64_t limit, uint64_t bad)
{
  counter c = {.T = hd_terms_new()};
  hd_terms *T = c.T;
  c.s = hd_smt_new(T, arith, NULL, &free_budget);
  c.h = hd_horn_new(c.s);
  c.x = hd_term_var(T, HD_BV(32), 1);
  hd_term y = hd_term_var(T, HD_BV(32), 2), both[2] = {c.x, y};
  c.loop = hd_horn_predicate(c.h, "loop", both, 2);
  hd_term start[2] = {hd_term_bv(T, 32, 0), y};
  hd_horn_rule(c.h, 10, (hd_atom){c.loop, start}, NULL, 0, hd_term_true(T));
  hd_atom body = {c.loop, both};
  hd_term next[2] = {hd_term_2(T, HD_OP_ADD, c.x, hd_term_bv(T, 32, step)), y};
  hd_term below = hd_term_2(T, HD_OP_SLT, c.x, hd_term_bv(T, 32, limit));
  hd_horn_rule(c.h, 11, (hd_atom){c.loop, next}, &body, 1, below);
  hd_horn_rule(c.h, 12, (hd_atom){HD_NO_PRED, NULL}, &body, 1, hd_term_eq_bv(T, c.x, bad));
  return c;
}

static void counter_free(counter *c)
{
  hd_horn_free(c->h);
  hd_smt_free(c->s);
  hd_terms_free(c->T);
}

static void a_safe_system_has_an_interpretation(void **state)
{
  (void)state;
  static const hd_arith ariths[] = {HD_ARITH_INT, HD_ARITH_BV};
  for (unsigned i = 0; i < 2; i++) {
    counter c = counter_new(ariths[i], 2, 8, 9);
    assert_int_equal(hd_horn_solve(c.h, &free_budget), HD_UNSAT);
    hd_term meaning = hd_horn_meaning(c.h, c.loop);
    assert_true(hd_term_is(meaning));
    assert_false(hd_term_mentions(c.T, meaning, 2)); /* y never matters */
    assert_int_equal(hd_horn_check(c.s, c.h, &meaning), HD_UNSAT);
    counter_free(&c);
  }
}

static void a_guess_is_an_interpretation_or_none(void **state)
{
  (void)state;
  static const hd_arith ariths[] = {HD_ARITH_INT, HD_ARITH_BV};
  for (unsigned i = 0; i < 2; i++) {
    counter c = counter_new(ariths[i], 1, 8, 9); /* 0 <= x <= 8 */
    assert_int_equal(hd_horn_guess(c.h, i == 1, &free_budget), HD_UNSAT);
    hd_term meaning = hd_horn_meaning(c.h, c.loop);
    assert_false(hd_term_mentions(c.T, meaning, 2));
    assert_int_equal(hd_horn_check(c.s, c.h, &meaning), HD_UNSAT);
    counter_free(&c);
    c = counter_new(ariths[i], 1, 9, 9); /* bad */
    assert_int_equal(hd_horn_guess(c.h, i == 1, &free_budget), HD_DONT_KNOW);
    counter_free(&c);
    c = counter_new(ariths[i], 2, 9, 9); /* x is even: no comparison says it */
    assert_int_equal(hd_horn_guess(c.h, i == 1, &free_budget), HD_DONT_KNOW);
    counter_free(&c);
  }
}

static void a_derivation_has_every_rule_and_fact(void **state)
{
  (void)state;
  static const hd_arith ariths[] = {HD_ARITH_INT, HD_ARITH_BV};
  for (unsigned i = 0; i < 2; i++) {
    counter c = counter_new(ariths[i], 3, 7, 9);
    uint32_t n;
    assert_int_equal(hd_horn_solve(c.h, &free_budget), HD_SAT);
    const hd_derived *steps = hd_horn_derivation(c.h, &n);
    static const uint32_t tags[] = {10, 11, 11, 11, 12};
    assert_int_equal(n, HD_COUNT(tags));
    for (uint32_t k = 0; k < n; k++) assert_int_equal(steps[k].tag, tags[k]);
    assert_non_null(steps[3].values);
    assert_int_equal(steps[3].values[0], 9);
    assert_int_equal(steps[4].pred.id, HD_NONE);
    counter_free(&c);
  }
}

static void unsigned_arithmetic_wraps_around(void **state)
{
  (void)state;
  /* 0, -1: below 5 as a signed number, and so on down to the smallest; then it stops being below. */
  counter c = counter_new(HD_ARITH_BV, UINT32_MAX, 1, 2);
  hd_budget soon = {.deadline = hd_now() + 5, .jobs = 1};
  assert_int_not_equal(hd_horn_solve(c.h, &soon), HD_SAT);
  counter_free(&c);
}

static void a_wrong_interpretation_is_refused(void **state)
{
  (void)state;
  counter c = counter_new(HD_ARITH_BV, 2, 8, 9);
  hd_term wrong[] = {
      hd_term_true(c.T),                                      /* admits the bad */
      hd_term_false(c.T),                                     /* not the start */
      hd_term_2(c.T, HD_OP_SLT, c.x, hd_term_bv(c.T, 32, 5)), /* not kept by a step */
  };
  for (unsigned i = 0; i < HD_COUNT(wrong); i++) assert_int_equal(hd_horn_check(c.s, c.h, &wrong[i]), HD_SAT);
  counter_free(&c);
}

static void a_spent_budget_is_no_answer(void **state)
{
  (void)state;
  counter c = counter_new(HD_ARITH_BV, 2, 8, 9);
  hd_budget spent = {.deadline = hd_now() - 1, .jobs = 1};
  assert_int_equal(hd_horn_solve(c.h, &spent), HD_DONT_KNOW);
  assert_int_equal(hd_horn_cause(c.h).kind, HD_CAUSE_TIME);
  counter_free(&c);
}

/* Two copies of a fact are joined: p(x), p(y), x + y = 5 is bad. */
static void a_tree_has_an_answer_but_no_path(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_smt *s = hd_smt_new(T, HD_ARITH_INT, NULL, &free_budget);
  hd_horn *h = hd_horn_new(s);
  hd_term x = hd_term_var(T, HD_BV(32), 1), y = hd_term_var(T, HD_BV(32), 2);
  hd_pred p = hd_horn_predicate(h, "p", &x, 1);
  for (uint64_t i = 2; i < 4; i++) {
    hd_term value = hd_term_bv(T, 32, i);
    hd_horn_rule(h, 0, (hd_atom){p, &value}, NULL, 0, hd_term_true(T));
  }
  hd_atom body[2] = {{p, &x}, {p, &y}};
  hd_term sum = hd_term_2(T, HD_OP_ADD, x, y);
  hd_horn_rule(h, 1, (hd_atom){HD_NO_PRED, NULL}, body, 2, hd_term_eq_bv(T, sum, 5));
  uint32_t n;
  assert_int_equal(hd_horn_solve(h, &free_budget), HD_SAT);
  hd_horn_derivation(h, &n);
  assert_int_equal(n, 0);
  hd_horn_free(h);
  hd_smt_free(s);
  hd_terms_free(T);
}

static const char *name_of(void *context, uint32_t symbol)
{
  (void)context;
  return symbol == 1 ? "x" : "y";
}

static void clauses_are_printed_as_smt_lib(void **state)
{
  (void)state;
  counter c = counter_new(HD_ARITH_BV, 2, 8, 9);
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  hd_horn_print(c.h, &(hd_names){name_of, NULL, NULL}, out);
  fclose(out);
  assert_non_null(strstr(text, "(set-logic HORN)\n(declare-fun |loop| ((_ BitVec 32) (_ BitVec 32)) Bool)"));
  assert_non_null(strstr(text, "      false)))\n(check-sat)"));
  free(text);
  counter_free(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_safe_system_has_an_interpretation),  cmocka_unit_test(a_guess_is_an_interpretation_or_none),
      cmocka_unit_test(a_derivation_has_every_rule_and_fact), cmocka_unit_test(unsigned_arithmetic_wraps_around),
      cmocka_unit_test(a_wrong_interpretation_is_refused),    cmocka_unit_test(a_spent_budget_is_no_answer),
      cmocka_unit_test(a_tree_has_an_answer_but_no_path),     cmocka_unit_test(clauses_are_printed_as_smt_lib),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
