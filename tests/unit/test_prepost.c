#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "chain_random.h"
#include "logic/prepost.h"

/* Three variables of three bits: every state, and every value of an input, can be tried. */
enum { BITS = 3, STATES = 1 << (BITS * CHAIN_VARS) };

static uint64_t read_state(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  (void)index;
  return *(const uint64_t *)context >> (symbol * BITS) & 7;
}

static uint64_t value_in(const hd_terms *T, hd_term t, uint64_t state)
{
  return hd_term_eval(T, t, &(hd_env){read_state, &state});
}

/* The states that the step leads to from `state`, added to the set. */
static void successors(const hd_terms *T, const hd_transition *step, uint64_t state, bool *set)
{
  if (hd_term_is(step->guard) && !value_in(T, step->guard, state)) return;
  for (uint64_t inputs = 0; inputs < 64; inputs++) {
    uint64_t next = state;
    for (uint32_t i = 0; i < step->n; i++) {
      const hd_update *u = &step->updates[i];
      uint64_t value = hd_term_is(u->value) ? value_in(T, u->value, state) : inputs >> (BITS * i) & 7;
      unsigned at = hd_term_symbol(T, u->target) * BITS;
      next = (next & ~(UINT64_C(7) << at)) | value << at;
    }
    set[next] = true;
  }
}

static void check_set(const hd_terms *T, hd_term t, const bool *right, hd_side side, bool exact)
{
  for (uint64_t state = 0; state < STATES; state++) {
    bool got = value_in(T, t, state) != 0;
    assert_true(!exact || got == right[state]);
    assert_true(side != HD_ABOVE || got || !right[state]);
    assert_true(side != HD_BELOW || !got || right[state]);
  }
}

static void check_step(random_chain *c, hd_smt *s, hd_side side)
{
  static bool after[STATES], before[STATES], reached[STATES];
  hd_terms *T = c->T;
  const hd_transition *step = &c->steps[0];
  bool exact;
  memset(after, 0, sizeof after);
  for (uint64_t state = 0; state < STATES; state++) {
    if (value_in(T, c->chain.before, state)) successors(T, step, state, after);
    memset(reached, 0, sizeof reached);
    successors(T, step, state, reached);
    before[state] = false;
    for (uint64_t next = 0; next < STATES; next++) before[state] |= reached[next] && value_in(T, c->chain.after, next);
  }
  hd_term post = hd_step_post(s, step, c->chain.before, side, &exact);
  if (hd_term_is(post)) check_set(T, post, after, side, exact);
  hd_term pre = hd_step_pre(s, step, c->chain.after, side, &exact);
  if (hd_term_is(pre)) check_set(T, pre, before, side, exact);
  assert_true(side == HD_EXACTLY || (hd_term_is(pre) && hd_term_is(post)));
}

static void check_steps(hd_arith arith, unsigned rounds)
{
  static random_chain c;
  hd_budget budget = {.jobs = 1};
  for (uint64_t seed = 1; seed <= rounds; seed++) {
    hd_terms *T = hd_terms_new();
    hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
    chain_make(&c, T, seed, BITS, false);
    check_step(&c, s, (hd_side)(seed % 3));
    hd_smt_free(s);
    hd_terms_free(T);
  }
}

static void conditions_before_and_after_random_steps_are_right(void **state)
{
  (void)state;
  check_steps(HD_ARITH_INT, 24);
  check_steps(HD_ARITH_BV, 24);
}

/* x := x + 1; y := x from x < 5: what is known after it, and what is needed before it. */
static void a_chain_is_followed_both_ways(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_INT, NULL, &budget);
  hd_term x = hd_term_var(T, HD_BV(32), 0), y = hd_term_var(T, HD_BV(32), 1), one = hd_term_bv(T, 32, 1);
  hd_update first = {x, HD_NO_TERM, hd_term_2(T, HD_OP_ADD, x, one)}, second = {y, HD_NO_TERM, x};
  hd_transition steps[2] = {{HD_NO_TERM, &first, 1}, {HD_NO_TERM, &second, 1}};
  hd_term before = hd_term_eq_bv(T, x, 4), after = hd_term_eq_bv(T, y, 5);
  hd_chain chain = {before, after, steps, 2};
  bool exact = false;
  hd_term post = hd_chain_post(s, &chain, HD_EXACTLY, &exact);
  assert_true(exact && hd_entails(s, post, hd_term_2(T, HD_OP_AND, after, hd_term_eq_bv(T, x, 5))));
  hd_term pre = hd_chain_pre(s, &chain, HD_EXACTLY, &exact);
  assert_true(exact && hd_entails(s, pre, before) && hd_entails(s, before, pre));
  hd_smt_free(s);
  hd_terms_free(T);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_before_and_after_random_steps_are_right),
      cmocka_unit_test(a_chain_is_followed_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
