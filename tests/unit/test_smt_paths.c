/* Random paths: bit-vectors and integers give the same answers, whatever is said about signs, and
 * the evaluator agrees with every model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "chain_random.h"
#include "logic/formula.h"

static unsigned rounds = 40; /* `test_smt_paths 20000` makes more */

static bool odd_is_signed(void *context, uint32_t symbol)
{
  (void)context;
  return symbol % 2;
}

/* The facts of the path one by one, so that what one says about overflow serves the next. */
static void assert_path(hd_solver *v, const random_chain *c, hd_term_list *facts)
{
  hd_versions versions;
  hd_versions_init(&versions, c->T);
  hd_vec_push(facts, c->chain.before);
  for (uint32_t i = 0; i < c->chain.n; i++) {
    const hd_transition *step = &c->steps[i];
    hd_term equations[2];
    if (hd_term_is(step->guard)) hd_vec_push(facts, hd_versions_now(&versions, step->guard));
    hd_versions_take(&versions, step, equations);
    for (uint32_t j = 0; j < step->n; j++) hd_vec_push(facts, equations[j]);
  }
  hd_vec_push(facts, hd_versions_now(&versions, c->chain.after));
  for (uint32_t i = 0; i < facts->len; i++) hd_solver_assert(v, facts->data[i]);
  hd_versions_clear(&versions);
}

/* `whole`: as one formula, by the assumption of which alone the path is asked about. */
static hd_answer solve_path(hd_smt *s, const random_chain *c, bool whole)
{
  hd_solver *v = hd_solver_new(s);
  hd_term_list facts = {0};
  hd_answer answer;
  hd_solver_limit(v, 2000000);
  hd_solver_push(v);
  assert_path(v, c, &facts);
  hd_term all = hd_formula_and(c->T, facts.data, facts.len);
  if (whole) hd_solver_pop(v, 1);
  answer = whole ? hd_solver_check(v, &all, 1) : hd_solver_check(v, NULL, 0);
  if (answer == HD_SAT) assert_int_equal(hd_solver_value(v, all), 1);
  hd_vec_clear(&facts);
  hd_solver_free(v);
  return answer;
}

static bool contradicts(hd_answer a, hd_answer b)
{
  return a != b && a != HD_DONT_KNOW && b != HD_DONT_KNOW;
}

typedef struct {
  unsigned sat, unsat, given_up[3];
} tally;

static void check_path(uint64_t seed, unsigned width, bool arrays, tally *t)
{
  static random_chain c;
  hd_signs signs = {odd_is_signed, NULL};
  hd_budget budget = {.jobs = 1};
  hd_terms *T = hd_terms_new();
  hd_smt *bits = hd_smt_new(T, HD_ARITH_BV, NULL, &budget), *ints = hd_smt_new(T, HD_ARITH_INT, NULL, &budget);
  hd_smt *mixed = hd_smt_new(T, HD_ARITH_INT, &signs, &budget);
  chain_make(&c, T, seed, width, arrays);
  hd_answer answers[3] = {solve_path(bits, &c, seed % 2), solve_path(ints, &c, false), solve_path(mixed, &c, true)};
  if (contradicts(answers[0], answers[1]) || contradicts(answers[0], answers[2]))
    fail_msg("seed %u width %u: bv %d int %d mixed %d", (unsigned)seed, width, (int)answers[0], (int)answers[1],
             (int)answers[2]);
  t->sat += answers[0] == HD_SAT;
  t->unsat += answers[0] == HD_UNSAT;
  for (unsigned i = 0; i < 3; i++) t->given_up[i] += answers[i] == HD_DONT_KNOW;
  hd_smt_free(bits);
  hd_smt_free(ints);
  hd_smt_free(mixed);
  hd_terms_free(T);
}

static void bit_vectors_and_integers_agree_on_paths(void **state)
{
  (void)state;
  static const unsigned widths[] = {8, 32, 64, 32};
  tally t = {0};
  for (uint64_t seed = 1; seed <= rounds; seed++) check_path(seed, widths[seed % 4], seed % 3 == 0, &t);
  if (rounds > 40)
    printf("%u paths: %u can be taken, %u cannot; given up: bv %u, int %u, int with signs %u\n", rounds, t.sat, t.unsat,
           t.given_up[0], t.given_up[1], t.given_up[2]);
  assert_true(t.sat > rounds / 10 && t.unsat > rounds / 10);
  assert_true(t.given_up[0] + t.given_up[1] + t.given_up[2] <= rounds / 10);
}

int main(int argc, char **argv)
{
  if (argc > 1) rounds = (unsigned)strtoul(argv[1], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(bit_vectors_and_integers_agree_on_paths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
