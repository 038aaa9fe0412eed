#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

#include "logic/z3_context.h"
#include "smt_random.h"

static hd_term var(hd_terms *T, uint32_t symbol)
{
  return hd_term_var(T, HD_BV(32), symbol);
}

static void levels_hold_facts_until_they_are_popped(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term x = var(T, 1), five = hd_term_bv(T, 32, 5);
  hd_solver_assert(v, hd_term_2(T, HD_OP_ULT, x, five));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  assert_true(hd_solver_value(v, x) < 5);
  hd_solver_push(v);
  hd_solver_assert(v, hd_term_2(T, HD_OP_ULT, five, x));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_UNSAT);
  hd_solver_pop(v, 1);
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

static void a_core_names_the_assumptions_at_fault(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term x = var(T, 1), y = var(T, 2), p = hd_term_var(T, HD_BOOL, 3);
  hd_term a[] = {hd_term_2(T, HD_OP_ULT, x, hd_term_bv(T, 32, 9)), p, hd_term_2(T, HD_OP_ULT, hd_term_bv(T, 32, 20), x),
                 hd_term_2(T, HD_OP_ULT, x, y)};
  assert_int_equal(hd_solver_check(v, a, 4), HD_UNSAT);
  uint32_t n;
  const uint32_t *core = hd_solver_core(v, &n);
  assert_int_equal(n, 2);
  assert_int_equal(core[0], 0);
  assert_int_equal(core[1], 2);
  assert_int_equal(hd_solver_check(v, a, 2), HD_SAT);
  assert_int_equal(hd_solver_value(v, p), 1);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

/* a * b = a large semiprime, both below 2^32: too hard for as long as the test runner waits. */
static hd_term hard(hd_terms *T)
{
  hd_term a = hd_term_to(T, HD_OP_ZEXT, 64, var(T, 1)), b = hd_term_to(T, HD_OP_ZEXT, 64, var(T, 2));
  hd_term product = hd_term_eq_bv(T, hd_term_2(T, HD_OP_MUL, a, b), UINT64_C(2654435761) * UINT64_C(3266489917));
  hd_term order = hd_term_2(T, HD_OP_ULT, var(T, 1), var(T, 2));
  hd_term proper = hd_term_2(T, HD_OP_ULT, hd_term_bv(T, 32, 1), var(T, 1));
  return hd_term_2(T, HD_OP_AND, product, hd_term_2(T, HD_OP_AND, order, proper));
}

static void a_budget_ends_a_query_and_the_next_one_works(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1, .deadline = hd_now() + 0.2}, more = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term fact = hard(T);
  assert_int_equal(hd_solver_check(v, &fact, 1), HD_DONT_KNOW);
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_DONT_KNOW);
  hd_smt_set_budget(s, &more);
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  hd_solver_limit(v, 10000);
  assert_int_equal(hd_solver_check(v, &fact, 1), HD_DONT_KNOW);
  hd_solver_limit(v, 0);
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

static void memory_and_cancellation_end_queries_too(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  volatile bool cancel = false;
  hd_budget budget = {.jobs = 1, .memory = 1, .cancel = &cancel};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_term fact = hard(T), easy = hd_term_2(T, HD_OP_ULT, var(T, 1), var(T, 2));
  assert_int_equal(hd_smt_satisfiable(s, &fact, 1), HD_DONT_KNOW);
  budget.memory = 0;
  assert_int_equal(hd_smt_satisfiable(s, &easy, 1), HD_SAT);
  cancel = true;
  assert_int_equal(hd_smt_satisfiable(s, &easy, 1), HD_DONT_KNOW);
  hd_smt_free(s);
  hd_terms_free(T);
}

/* The thread that watches budgets does not survive a fork; the child gets one of its own. */
static void a_forked_child_keeps_its_budget(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_term fact = hard(T), easy = hd_term_2(T, HD_OP_ULT, var(T, 1), var(T, 2));
  assert_int_equal(hd_smt_satisfiable(s, &easy, 1), HD_SAT);
  pid_t child = fork();
  if (child == 0) {
    budget.deadline = hd_now() + 0.1;
    bool ended = hd_smt_satisfiable(s, &fact, 1) == HD_DONT_KNOW;
    budget.deadline = 0;
    _exit(ended && hd_smt_satisfiable(s, &easy, 1) == HD_SAT ? 0 : 1);
  }
  int status = 1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  hd_smt_free(s);
  hd_terms_free(T);
}

/* x < x + 1, in the four ways to mean it. */
static hd_answer next_is_larger(hd_arith arith, bool promised, bool guarded)
{
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
  hd_term x = var(T, 1), one = hd_term_bv(T, 32, 1), next = hd_term_2(T, HD_OP_ADD, x, one);
  hd_term fits = hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_SADDO, x, one));
  if (promised) hd_smt_no_overflow(s, next);
  hd_term fact = guarded ? fits : hd_term_true(T);
  hd_answer answer = hd_smt_refutes(s, &fact, 1, hd_term_2(T, HD_OP_SLT, x, next));
  hd_smt_free(s);
  hd_terms_free(T);
  return answer;
}

static void overflow_counts_unless_it_is_excluded(void **state)
{
  (void)state;
  assert_int_equal(next_is_larger(HD_ARITH_BV, false, false), HD_SAT);
  assert_int_equal(next_is_larger(HD_ARITH_INT, false, false), HD_SAT);
  assert_int_equal(next_is_larger(HD_ARITH_BV, false, true), HD_UNSAT);
  assert_int_equal(next_is_larger(HD_ARITH_INT, false, true), HD_UNSAT);
  assert_int_equal(next_is_larger(HD_ARITH_INT, true, false), HD_UNSAT);
  assert_int_equal(next_is_larger(HD_ARITH_UNBOUNDED, false, false), HD_UNSAT);
}

/* (x + 2) + 3 is x + 5, and (x + 5) - 3 is x + 2: neither sum may be known by the other alone. */
static void sums_are_not_known_by_each_other(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_INT, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term x = var(T, 1), three = hd_term_bv(T, 32, 3);
  hd_term two_more = hd_term_2(T, HD_OP_ADD, x, hd_term_bv(T, 32, 2));
  hd_term five_more = hd_term_2(T, HD_OP_ADD, x, hd_term_bv(T, 32, 5));
  assert_true(hd_term_same(five_more, hd_term_2(T, HD_OP_ADD, two_more, three)));
  hd_solver_assert(v, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_SADDO, two_more, three)));
  hd_solver_assert(v, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_SSUBO, five_more, three)));
  hd_solver_assert(v, hd_term_2(T, HD_OP_SLT, five_more, x));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT); /* x + 2 has wrapped around */
  assert_int_equal(hd_solver_value(v, hd_term_2(T, HD_OP_SLT, five_more, x)), 1);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

static void the_arithmetic_follows_from_the_terms(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_term x = var(T, 1), y = var(T, 2), linear = hd_term_2(T, HD_OP_SLT, hd_term_2(T, HD_OP_ADD, x, y), y);
  hd_term terms[2] = {linear, hd_term_2(T, HD_OP_MUL, x, y)};
  assert_int_equal(hd_arith_choose(T, terms, 1), HD_ARITH_INT);
  assert_int_equal(hd_arith_choose(T, terms, 2), HD_ARITH_BV);
  terms[1] = hd_term_2(T, HD_OP_BAND, x, hd_term_bv(T, 32, 255));
  assert_int_equal(hd_arith_choose(T, terms, 2), HD_ARITH_INT);
  terms[1] = hd_term_2(T, HD_OP_BAND, x, y);
  assert_int_equal(hd_arith_choose(T, terms, 2), HD_ARITH_BV);
  hd_terms_free(T);
}

/* What Z3 makes of a formula still means the same when it is a term again. */
static void check_back(hd_arith arith)
{
  static random_terms R;
  hd_budget budget = {.jobs = 1};
  unsigned back = 0;
  for (uint64_t seed = 1; seed <= 150; seed++) {
    hd_terms *T = hd_terms_new();
    hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
    random_start(&R, T, seed);
    for (unsigned i = 0; i < 10; i++) {
      hd_term t = random_step(&R)->term;
      if (hd_term_sort(T, t).kind != HD_SORT_BOOL || hd_term_size(T, t) > 60) continue;
      uint32_t mark = hd_z3_mark();
      hd_term again = hd_smt_from_z3(s, hd_z3_keep(Z3_simplify(hd_z3(), hd_smt_to_z3(s, t))));
      hd_z3_release(mark);
      for (unsigned e = 0; hd_term_is(again) && e < ENVIRONMENTS; e++)
        assert_int_equal(random_eval(&R, again, e), random_eval(&R, t, e));
      back += hd_term_is(again) && hd_term_arity(T, again);
    }
    hd_smt_free(s);
    hd_terms_free(T);
  }
  assert_true(back > 25);
}

static void formulas_come_back_from_z3(void **state)
{
  (void)state;
  check_back(HD_ARITH_BV);
  check_back(HD_ARITH_INT);
}

static void elements_of_a_model_are_read(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term a = hd_term_var(T, HD_ARRAY(32, 8), 1), i = var(T, 2), j = var(T, 3);
  hd_term stored = hd_term_3(T, HD_OP_STORE, a, i, hd_term_bv(T, 8, 7));
  hd_solver_assert(v, hd_term_eq_bv(T, hd_term_2(T, HD_OP_SELECT, stored, j), 9));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  assert_int_not_equal(hd_solver_value(v, i), hd_solver_value(v, j));
  assert_int_equal(hd_solver_element(v, a, hd_solver_value(v, j)), 9);
  assert_int_equal(hd_solver_element(v, stored, hd_solver_value(v, i)), 7);
  hd_solver_assert(v, hd_term_2(T, HD_OP_EQ, i, j));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_UNSAT);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

static void one_off_questions_leave_nothing_behind(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_term x = var(T, 1), y = var(T, 2);
  hd_term below = hd_term_2(T, HD_OP_SLT, x, y), not_above = hd_term_2(T, HD_OP_SLE, x, y);
  assert_int_equal(hd_smt_refutes(s, &below, 1, not_above), HD_UNSAT);
  assert_int_equal(hd_smt_refutes(s, &not_above, 1, below), HD_SAT);
  assert_int_equal(hd_smt_satisfiable(s, &below, 1), HD_SAT);
  assert_int_equal(hd_smt_spent(s).queries, 3);
  hd_smt_free(s);
  hd_terms_free(T);
}

/* The remainder of floats is no function of Z3's: wrong models are excluded one by one. */
static void a_float_remainder_has_its_value(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
  hd_solver *v = hd_solver_new(s);
  hd_term x = var(T, 1), y = var(T, 2), r = hd_term_2(T, HD_OP_FREM, x, y);
  hd_solver_assert(v, hd_term_eq_bv(T, x, 0x40e00000)); /* 7.0f */
  hd_solver_assert(v, hd_term_eq_bv(T, y, 0x40400000)); /* 3.0f */
  hd_solver_assert(v, hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, r, 5)));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_SAT);
  assert_int_equal(hd_solver_value(v, r), 0x3f800000);
  hd_solver_assert(v, hd_term_eq_bv(T, r, 0x40000000));
  assert_int_equal(hd_solver_check(v, NULL, 0), HD_UNSAT);
  hd_solver_free(v);
  hd_smt_free(s);
  hd_terms_free(T);
}

/* Random pools of terms, Z3's resources for a query, and the first seed; `test_smt 1700 8000` makes 20,000
 * terms, `test_smt 425 8000 426` the second quarter of them. */
static unsigned programs = 6, resources = 60000;
static uint64_t first_seed = 1;

/* How many terms the solver gave up on; one that it is wrong about ends the test. */
static unsigned check_random(hd_arith arith, unsigned pools, unsigned steps)
{
  static random_terms R;
  hd_budget budget = {.jobs = 1};
  unsigned given_up = 0, asked = 0;
  for (uint64_t seed = first_seed; seed < first_seed + pools; seed++) {
    hd_terms *T = hd_terms_new();
    hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
    hd_solver *v = hd_solver_new(s);
    hd_solver_limit(v, resources);
    random_start(&R, T, seed);
    for (unsigned i = 0; i < steps; i++) {
      const random_case *c = random_step(&R);
      if (hd_term_size(T, c->term) > 40) continue;
      asked++;
      hd_answer answer = HD_DONT_KNOW;
      smt_outcome value = smt_agrees(v, &R, c, i % ENVIRONMENTS);
      bool right = smt_model_is_right(v, &R, c, &answer);
      given_up += value == SMT_GIVES_UP;
      if (value == SMT_IS_WRONG || !right) {
        hd_term_print(stderr, T, c->term, NULL);
        fprintf(stderr, "\n%s, seed %u step %u environment %u: value %d, model %d\n", hd_arith_name(arith),
                (unsigned)seed, i, i % ENVIRONMENTS, (int)value, (int)answer);
      }
      assert_true(value != SMT_IS_WRONG && right);
    }
    hd_solver_free(v);
    hd_smt_free(s);
    hd_terms_free(T);
  }
  if (pools > 6) printf("%s: gave up on %u of %u terms\n", hd_arith_name(arith), given_up, asked);
  return given_up;
}

static void random_terms_have_their_values_as_integers(void **state)
{
  (void)state;
  unsigned given_up = check_random(HD_ARITH_INT, programs, 12);
  assert_true(given_up <= programs);
}

static void random_terms_have_their_values_as_bit_vectors(void **state)
{
  (void)state;
  unsigned given_up = check_random(HD_ARITH_BV, programs, 12);
  assert_true(given_up <= programs);
}

int main(int argc, char **argv)
{
  if (argc > 1) programs = (unsigned)strtoul(argv[1], NULL, 10);
  if (argc > 2) resources = (unsigned)strtoul(argv[2], NULL, 10);
  if (argc > 3) first_seed = strtoull(argv[3], NULL, 10);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_hold_facts_until_they_are_popped),
      cmocka_unit_test(a_core_names_the_assumptions_at_fault),
      cmocka_unit_test(a_budget_ends_a_query_and_the_next_one_works),
      cmocka_unit_test(memory_and_cancellation_end_queries_too),
      cmocka_unit_test(a_forked_child_keeps_its_budget),
      cmocka_unit_test(overflow_counts_unless_it_is_excluded),
      cmocka_unit_test(sums_are_not_known_by_each_other),
      cmocka_unit_test(the_arithmetic_follows_from_the_terms),
      cmocka_unit_test(formulas_come_back_from_z3),
      cmocka_unit_test(elements_of_a_model_are_read),
      cmocka_unit_test(one_off_questions_leave_nothing_behind),
      cmocka_unit_test(a_float_remainder_has_its_value),
      cmocka_unit_test(random_terms_have_their_values_as_bit_vectors),
      cmocka_unit_test(random_terms_have_their_values_as_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
