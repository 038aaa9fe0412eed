#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "expr_random.h"
#include "logic/eliminate.h"

/* Small widths, so that "there is an x" can be tried out. */
enum { WIDTH = 4, X = 1, Y = 2, Z = 3 };

typedef struct {
  uint64_t values[4];
} small_env;

static uint64_t read_small(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  (void)index;
  return ((small_env *)context)->values[symbol];
}

static bool goes_x(void *context, uint32_t symbol)
{
  (void)context;
  return symbol == X;
}

static hd_term random_linear(hd_terms *T, uint64_t *state)
{
  hd_term sum = hd_term_bv(T, WIDTH, random_below(state, 16));
  for (uint32_t v = X; v <= Z; v++) {
    hd_term factor = hd_term_bv(T, WIDTH, random_below(state, 3) ? random_below(state, 2) : random_below(state, 4));
    hd_term part = hd_term_2(T, HD_OP_MUL, hd_term_var(T, HD_BV(WIDTH), v), factor);
    sum = hd_term_2(T, random_below(state, 3) ? HD_OP_ADD : HD_OP_SUB, sum, part);
  }
  return sum;
}

static hd_term random_atom(hd_terms *T, uint64_t *state)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_ULT, HD_OP_ULE, HD_OP_SLT, HD_OP_SLE, HD_OP_SLE};
  hd_term atom = hd_term_2(T, ops[random_below(state, 6)], random_linear(T, state), random_linear(T, state));
  return random_below(state, 3) ? atom : hd_term_1(T, HD_OP_NOT, atom);
}

static hd_term random_formula(hd_terms *T, uint64_t *state)
{
  hd_term t = random_atom(T, state);
  for (unsigned i = 0; i < 2 + random_below(state, 2); i++)
    t = hd_term_2(T, random_below(state, 3) ? HD_OP_AND : HD_OP_OR, t, random_atom(T, state));
  return t;
}

static bool holds(hd_terms *T, hd_term t, uint64_t x, uint64_t y, uint64_t z)
{
  small_env values = {{0, x, y, z}};
  return hd_term_eval(T, t, &(hd_env){read_small, &values}) != 0;
}

static bool exists(hd_terms *T, hd_term t, uint64_t y, uint64_t z)
{
  for (uint64_t x = 0; x < 1 << WIDTH; x++)
    if (holds(T, t, x, y, z)) return true;
  return false;
}

/* Against every value; counts how often the result was exact. */
static unsigned check_side(hd_arith arith, hd_side side, unsigned rounds)
{
  uint64_t state = 7;
  unsigned exact_ones = 0;
  hd_symbol_set set = {goes_x, NULL};
  hd_budget budget = {.jobs = 1};
  for (unsigned round = 0; round < rounds; round++) {
    hd_terms *T = hd_terms_new();
    hd_smt *s = hd_smt_new(T, arith, NULL, &budget);
    hd_term formula = random_formula(T, &state);
    bool exact = false;
    hd_term found = hd_eliminate(s, formula, &set, side, NULL, &exact);
    exact_ones += exact;
    assert_true(hd_term_is(found) || side != HD_ABOVE);
    for (uint64_t yz = 0; hd_term_is(found) && yz < 1 << (2 * WIDTH); yz++) {
      uint64_t y = yz % 16, z = yz / 16;
      bool right = exists(T, formula, y, z), got = holds(T, found, 99, y, z);
      assert_true(!exact || right == got);
      assert_true(side != HD_ABOVE || got || !right);
      assert_true(side != HD_BELOW || right || !got);
    }
    if (hd_term_is(found)) assert_false(hd_term_mentions(T, found, X));
    hd_smt_free(s);
    hd_terms_free(T);
  }
  return exact_ones;
}

static void what_is_eliminated_exactly_is_exact(void **state)
{
  (void)state;
  assert_true(check_side(HD_ARITH_INT, HD_EXACTLY, 6) >= 3);
  check_side(HD_ARITH_BV, HD_EXACTLY, 4);
}

static void from_above_and_from_below(void **state)
{
  (void)state;
  check_side(HD_ARITH_INT, HD_ABOVE, 8);
  check_side(HD_ARITH_INT, HD_BELOW, 8);
  check_side(HD_ARITH_BV, HD_BELOW, 8);
}

/* Bounds on x, and literals that mention it once: always exact, and without a solver. */
static void bounds_are_eliminated_exactly(void **state)
{
  (void)state;
  static const hd_op ops[] = {HD_OP_ULT, HD_OP_ULE, HD_OP_SLT, HD_OP_SLE, HD_OP_EQ};
  uint64_t seed = 3;
  hd_symbol_set set = {goes_x, NULL};
  hd_budget budget = {.jobs = 1};
  for (unsigned round = 0; round < 300; round++) {
    hd_terms *T = hd_terms_new();
    hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
    hd_term x = hd_term_var(T, HD_BV(WIDTH), X), t = hd_term_true(T);
    unsigned n = 1 + random_below(&seed, 3), first = n == 1 ? random_below(&seed, 5) : 2 * random_below(&seed, 2);
    for (unsigned i = 0; i < n; i++) {
      hd_term other = hd_term_var(T, HD_BV(WIDTH), Y + random_below(&seed, 2));
      if (random_below(&seed, 2)) other = hd_term_bv(T, WIDTH, random_below(&seed, 16));
      hd_term side = n == 1 ? hd_term_2(T, HD_OP_SUB, hd_term_var(T, HD_BV(WIDTH), Z), x) : x;
      hd_op op = n == 1 ? ops[first] : ops[first + random_below(&seed, 2)];
      bool left = random_below(&seed, 2);
      hd_term literal = hd_term_2(T, op, left ? side : other, left ? other : side);
      t = hd_term_2(T, HD_OP_AND, t, random_below(&seed, 2) ? literal : hd_term_1(T, HD_OP_NOT, literal));
    }
    bool exact = false;
    hd_term found = hd_eliminate(s, t, &set, HD_EXACTLY, NULL, &exact);
    assert_true(exact && hd_smt_spent(s).queries == 0);
    for (uint64_t yz = 0; yz < 1 << (2 * WIDTH); yz++)
      assert_int_equal(holds(T, found, 99, yz % 16, yz / 16), exists(T, t, yz % 16, yz / 16));
    hd_smt_free(s);
    hd_terms_free(T);
  }
}

static hd_term word(hd_terms *T, uint32_t symbol)
{
  return hd_term_var(T, HD_BV(32), symbol);
}

static void linear_bounds_are_combined(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_INT, NULL, &budget);
  hd_symbol_set set = {goes_x, NULL};
  hd_term above = hd_term_2(T, HD_OP_SLT, word(T, Y), word(T, X)),
          under = hd_term_2(T, HD_OP_SLT, word(T, X), word(T, Z));
  hd_term found = hd_eliminate(s, hd_term_2(T, HD_OP_AND, above, under), &set, HD_EXACTLY, NULL, NULL);
  assert_true(hd_term_is(found));
  hd_term next = hd_term_2(T, HD_OP_ADD, word(T, Y), hd_term_bv(T, 32, 1));
  hd_term gap =
      hd_term_2(T, HD_OP_AND, hd_term_2(T, HD_OP_SLT, word(T, Y), word(T, Z)), hd_term_ne(T, next, word(T, Z)));
  assert_true(hd_entails(s, found, gap));
  assert_true(hd_entails(s, gap, found));
  hd_smt_free(s);
  hd_terms_free(T);
}

static void what_the_context_says_is_left_out(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_smt *s = hd_smt_new(T, HD_ARITH_INT, NULL, &budget);
  hd_term x = hd_term_var(T, HD_BV(32), X), y = hd_term_var(T, HD_BV(32), Y);
  hd_term low = hd_term_2(T, HD_OP_SLT, x, hd_term_bv(T, 32, 5)),
          lower = hd_term_2(T, HD_OP_SLT, x, hd_term_bv(T, 32, 3));
  hd_term other = hd_term_2(T, HD_OP_SLT, y, hd_term_bv(T, 32, 3));
  hd_term high = hd_term_2(T, HD_OP_SLT, hd_term_bv(T, 32, 9), x);
  hd_term formula = hd_term_2(T, HD_OP_AND, low, hd_term_2(T, HD_OP_OR, other, high));
  assert_true(hd_term_same(hd_simplify_in(s, lower, formula), other));
  assert_true(hd_term_is_false(T, hd_simplify_in(s, high, low)));
  assert_true(hd_entails(s, lower, low));
  assert_false(hd_entails(s, low, lower));
  hd_smt_free(s);
  hd_terms_free(T);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_eliminated_exactly_is_exact), cmocka_unit_test(from_above_and_from_below),
      cmocka_unit_test(bounds_are_eliminated_exactly),       cmocka_unit_test(linear_bounds_are_combined),
      cmocka_unit_test(what_the_context_says_is_left_out),
  };
  hd_eliminate_seconds = 1.5;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
