/* Linear forms: normal forms are equivalent, elimination says what is left. */
#include "logic/linear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WIDTH = 4, VARS = 3 };

static uint64_t values[VARS];

static uint64_t read_value(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)context, (void)array, (void)index;
  return values[symbol];
}

static bool holds(hd_terms *T, hd_term t)
{
  return hd_term_eval(T, t, &(hd_env){read_value, NULL}) != 0;
}

static unsigned below(unsigned n)
{
  return (unsigned)rand() % n;
}

static hd_term random_sum(hd_terms *T, unsigned depth)
{
  if (depth == 0 || below(3) == 0)
    return below(4) ? hd_term_var(T, HD_BV(WIDTH), below(VARS)) : hd_term_bv(T, WIDTH, below(16));
  hd_term a = random_sum(T, depth - 1), b = random_sum(T, depth - 1);
  return hd_term_2(T, below(3) ? HD_OP_ADD : HD_OP_SUB, a, b);
}

/* The conditions under which the sums in it do not wrap around, mostly all of them. */
static hd_term no_overflow(hd_terms *T, hd_term t)
{
  hd_op op = hd_term_op(T, t);
  if (op != HD_OP_ADD && op != HD_OP_SUB) return hd_term_true(T);
  hd_term a = hd_term_arg(T, t, 0), b = hd_term_arg(T, t, 1);
  hd_term own = hd_term_1(T, HD_OP_NOT, hd_term_2(T, op == HD_OP_ADD ? HD_OP_SADDO : HD_OP_SSUBO, a, b));
  if (below(8) == 0) own = hd_term_true(T);
  return hd_term_2(T, HD_OP_AND, own, hd_term_2(T, HD_OP_AND, no_overflow(T, a), no_overflow(T, b)));
}

static hd_term random_literal(hd_terms *T)
{
  static const hd_op ops[] = {HD_OP_SLT, HD_OP_SLE, HD_OP_EQ, HD_OP_ULT};
  hd_term a = random_sum(T, 2), b = random_sum(T, 1);
  hd_term atom = hd_term_2(T, ops[below(4)], a, b);
  if (below(3) == 0) atom = hd_term_1(T, HD_OP_NOT, atom);
  return hd_term_2(T, HD_OP_AND, atom, hd_term_2(T, HD_OP_AND, no_overflow(T, a), no_overflow(T, b)));
}

static hd_term random_formula(hd_terms *T)
{
  hd_term t = random_literal(T);
  for (unsigned i = below(3); i > 0; i--) {
    hd_term more = random_literal(T);
    t = hd_term_2(T, below(5) ? HD_OP_AND : HD_OP_OR, t, more);
  }
  return t;
}

static void set_values(unsigned n)
{
  for (unsigned i = 0; i < VARS; i++, n >>= WIDTH) values[i] = n & ((1u << WIDTH) - 1);
}

static void a_normal_form_is_equivalent(void **state)
{
  (void)state;
  srand(1);
  for (unsigned round = 0; round < 400; round++) {
    hd_terms *T = hd_terms_new();
    hd_term t = random_formula(T), normal = hd_linear_normal(T, t);
    for (unsigned n = 0; n < 1u << (WIDTH * VARS); n++) {
      set_values(n);
      assert_int_equal(holds(T, t), holds(T, normal));
    }
    hd_terms_free(T);
  }
}

static bool is_last(void *context, uint32_t symbol)
{
  (void)context;
  return symbol == VARS - 1;
}

static bool holds_for_some(hd_terms *T, hd_term t)
{
  bool found = false;
  for (unsigned v = 0; v < 1u << WIDTH && !found; v++) {
    values[VARS - 1] = v;
    found = holds(T, t);
  }
  return found;
}

static void elimination_is_implied_and_exact_where_it_says_so(void **state)
{
  (void)state;
  unsigned exact = 0;
  srand(2);
  for (unsigned round = 0; round < 600; round++) {
    hd_terms *T = hd_terms_new();
    hd_term t = random_formula(T);
    hd_linear x;
    hd_linear_init(&x, T);
    hd_linear_add(&x, t);
    hd_linear_eliminate(&x, &(hd_symbol_set){is_last, NULL});
    hd_term less = hd_linear_formula(&x);
    assert_false(hd_term_mentions(T, less, VARS - 1));
    exact += x.exact;
    for (unsigned n = 0; n < 1u << (WIDTH * (VARS - 1)); n++) {
      set_values(n);
      bool some = holds_for_some(T, t), said = holds(T, less);
      assert_true(!some || said);
      if (x.exact) assert_int_equal(some, said);
    }
    hd_linear_clear(&x);
    hd_terms_free(T);
  }
  assert_true(exact > 200);
}

static void conditions_that_the_rest_implies_are_gone(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_term x = hd_term_var(T, HD_BV(32), 0), one = hd_term_bv(T, 32, 1), sum = hd_term_2(T, HD_OP_ADD, x, x);
  hd_term all = hd_term_2(T, HD_OP_ADD, sum, one);
  hd_term t = hd_term_2(T, HD_OP_SLT, hd_term_bv(T, 32, 15), all);
  t = hd_term_2(T, HD_OP_AND, t, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_SADDO, x, x)));
  t = hd_term_2(T, HD_OP_AND, t, hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_SADDO, sum, one)));
  hd_term_list parts = {0};
  hd_formula_conjuncts(T, hd_linear_normal(T, t), &parts);
  assert_int_equal(parts.len, 2); /* 8 <= x and x <= 2^30 - 1 */
  for (uint32_t i = 0; i < parts.len; i++) assert_true(hd_term_size(T, parts.data[i]) <= 4);
  hd_vec_clear(&parts);
  hd_terms_free(T);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_normal_form_is_equivalent),
      cmocka_unit_test(elimination_is_implied_and_exact_where_it_says_so),
      cmocka_unit_test(conditions_that_the_rest_implies_are_gone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
