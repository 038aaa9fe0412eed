#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "chain_random.h"
#include "logic/interpolate.h"

static unsigned rounds = 20; /* `test_interpolate 500` makes more, tries Spacer too, and measures */

typedef struct {
  unsigned infeasible, found[4];
  double seconds[4];
  uint64_t size[4];
} tally;

static void try_way(hd_smt *s, const random_chain *c, hd_interpolation how, tally *t)
{
  hd_term out[CHAIN_MOST + 1];
  double start = hd_now();
  hd_answer answer = hd_interpolate(s, &c->chain, how, out);
  t->seconds[how] += hd_now() - start;
  assert_true(answer != HD_SAT);
  if (answer != HD_UNSAT) return;
  t->found[how]++;
  for (uint32_t i = 0; i <= c->chain.n; i++) t->size[how] += hd_term_size(c->T, out[i]);
  assert_int_equal(hd_interpolants_check(s, &c->chain, out), HD_UNSAT);
}

static void try_chain(hd_arith arith, uint64_t seed, unsigned width, bool arrays, bool horn, tally *t)
{
  random_chain c;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1, .deadline = hd_now() + 20};
  hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
  chain_make(&c, T, seed, width, arrays);
  hd_term out[CHAIN_MOST + 1];
  if (hd_interpolate(s, &c.chain, HD_INTERPOLATE_BACKWARD, out) != HD_SAT) {
    t->infeasible++;
    for (unsigned how = 0; how <= (horn ? HD_INTERPOLATE_HORN : HD_INTERPOLATE_FORWARD); how++)
      try_way(s, &c, (hd_interpolation)how, t);
  }
  hd_smt_free(s);
  hd_terms_free(T);
}

static void report(const char *what, const tally *t)
{
  static const char *const ways[] = {"best", "backward", "forward", "horn"};
  if (rounds <= 20) return;
  for (unsigned i = 0; i < 4; i++)
    printf("%-12s %-8s %5u of %5u, %8.3f ms each, %6.1f terms each\n", what, ways[i], t->found[i], t->infeasible,
           t->seconds[i] * 1e3 / (t->infeasible + !t->infeasible), (double)t->size[i] / (t->found[i] + !t->found[i]));
}

static void check_ways(const char *what, hd_arith arith, unsigned width, bool arrays)
{
  tally t = {0};
  bool horn = rounds > 20;
  for (uint64_t seed = 1; seed <= rounds; seed++) try_chain(arith, seed, width, arrays, horn, &t);
  report(what, &t);
  assert_true(t.infeasible > rounds / 10);
  assert_true(t.found[HD_INTERPOLATE_BEST] * 10 >= t.infeasible * 7);
}

static void random_chains_have_interpolants_over_integers(void **state)
{
  (void)state;
  check_ways("int", HD_ARITH_INT, 32, false);
}

static void random_chains_have_interpolants_over_bit_vectors(void **state)
{
  (void)state;
  check_ways("bv", HD_ARITH_BV, 8, false);
}

static void random_chains_with_arrays_have_interpolants(void **state)
{
  (void)state;
  check_ways("bv arrays", HD_ARITH_BV, 8, true);
  check_ways("int arrays", HD_ARITH_INT, 32, true);
}

int main(int argc, char **argv)
{
  if (argc > 1) rounds = (unsigned)strtoul(argv[1], NULL, 10);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_chains_have_interpolants_over_integers),
      cmocka_unit_test(random_chains_have_interpolants_over_bit_vectors),
      cmocka_unit_test(random_chains_with_arrays_have_interpolants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
