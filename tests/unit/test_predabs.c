#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "chain_random.h"
#include "logic/predabs.h"

enum { BITS = 3, PREDICATES = 5, STATES = 1 << (BITS * CHAIN_VARS) };

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  (void)index;
  return *(const uint64_t *)context >> (symbol * BITS) & 7;
}

static bool holds(const hd_terms *T, hd_term t, uint64_t state)
{
  return hd_term_eval(T, t, &(hd_env){read_state, &state}) != 0;
}

/* Which valuations there are, by trying every state. */
static void by_force(const hd_terms *T, hd_term formula, const hd_term *preds, bool found[1 << PREDICATES])
{
  memset(found, 0, (1 << PREDICATES) * sizeof *found);
  for (uint64_t state = 0; state < STATES; state++) {
    if (!holds(T, formula, state)) continue;
    unsigned valuation = 0;
    for (unsigned i = 0; i < PREDICATES; i++) valuation |= (unsigned)holds(T, preds[i], state) << i;
    found[valuation] = true;
  }
}

static hd_truth expected(const bool found[1 << PREDICATES], unsigned i)
{
  bool is[2] = {false, false};
  for (unsigned v = 0; v < 1 << PREDICATES; v++)
    if (found[v]) is[v >> i & 1] = true;
  return is[0] ? (is[1] ? HD_PRED_ANY : HD_PRED_FALSE) : is[1] ? HD_PRED_TRUE : HD_PRED_NEVER;
}

static void check_abstraction(hd_predabs *a, random_chain *c, const uint32_t *vars)
{
  hd_term formula = hd_term_2(c->T, HD_OP_AND, chain_test(c), chain_test(c)), preds[PREDICATES];
  for (unsigned i = 0; i < PREDICATES; i++) preds[i] = chain_test(c);
  bool found[1 << PREDICATES], exact;
  hd_truth truths[PREDICATES];
  by_force(c->T, formula, preds, found);
  hd_predabs_cartesian(a, formula, preds, PREDICATES, truths);
  for (unsigned i = 0; i < PREDICATES; i++) assert_int_equal(truths[i], expected(found, i));
  hd_bdd set = hd_predabs_boolean(a, formula, preds, vars, PREDICATES, &exact);
  assert_true(exact);
  for (unsigned v = 0; v < 1 << PREDICATES; v++) {
    bool values[PREDICATES];
    for (unsigned i = 0; i < PREDICATES; i++) values[i] = v >> i & 1;
    assert_int_equal(hd_bdd_contains(set, vars, values, PREDICATES), found[v]);
  }
  hd_term meaning = hd_predabs_meaning(a, set, preds, vars, PREDICATES);
  for (uint64_t state = 0; state < STATES; state++)
    assert_true(!holds(c->T, formula, state) || holds(c->T, meaning, state));
  uint64_t cached = hd_predabs_get_stats(a).cached;
  assert_true(hd_bdd_same(set, hd_predabs_boolean(a, formula, preds, vars, PREDICATES, NULL)));
  assert_int_equal(hd_predabs_get_stats(a).cached, cached + 1);
}

static void check_arithmetic(hd_arith arith)
{
  static random_chain c;
  hd_budget budget = {.jobs = 1};
  hd_bdd_start(&budget);
  uint32_t first = hd_bdd_vars_new(PREDICATES), vars[PREDICATES];
  for (uint32_t i = 0; i < PREDICATES; i++) vars[i] = first + i;
  hd_terms *T = hd_terms_new();
  hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
  hd_predabs *a = hd_predabs_new(s);
  for (uint64_t seed = 1; seed <= 25; seed++) {
    c = (random_chain){.T = T, .state = seed, .width = BITS};
    check_abstraction(a, &c, vars);
  }
  hd_predabs_free(a);
  hd_smt_free(s);
  hd_terms_free(T);
  hd_bdd_stop();
}

static void abstractions_over_bit_vectors_are_exact(void **state)
{
  (void)state;
  check_arithmetic(HD_ARITH_BV);
}

static void abstractions_over_integers_are_exact(void **state)
{
  (void)state;
  check_arithmetic(HD_ARITH_INT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(abstractions_over_bit_vectors_are_exact),
      cmocka_unit_test(abstractions_over_integers_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
