/* test_knowledge.c - what formulas say about single terms: enough to be of use, and never too much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/map.h"
#include "report/knowledge.h"

enum { A, B, FLAG, SYMBOLS, BITS = 3 };

static hd_term number(hd_terms *T, uint64_t value)
{
  return hd_term_bv(T, BITS, value);
}

static hd_term variable(hd_terms *T, uint32_t symbol)
{
  return hd_term_var(T, symbol == FLAG ? HD_BOOL : HD_BV(BITS), symbol);
}

static const hd_known_range *about(hd_knowledge k, hd_term t)
{
  for (uint32_t i = 0; i < k.len; i++)
    if (k.list[i].about.id == t.id) return &k.list[i];
  return NULL;
}

/* a == 1 && b == 2 || a == 2 && b == 1: values of both, and the sum where it is spoken of. */
static void alternatives_keep_what_they_agree_on(void **state)
{
  (void)state;
  hd_terms *T = hd_terms_new();
  hd_arena arena;
  hd_arena_init(&arena);
  hd_term a = variable(T, A), b = variable(T, B), sum = hd_term_2(T, HD_OP_ADD, a, b);
  hd_term one = hd_term_2(T, HD_OP_AND, hd_term_eq_bv(T, a, 1), hd_term_eq_bv(T, b, 2));
  hd_term two = hd_term_2(T, HD_OP_AND, hd_term_eq_bv(T, a, 2), hd_term_eq_bv(T, sum, 3));
  hd_knowledge k = hd_knowledge_of(T, hd_term_2(T, HD_OP_OR, one, two), NULL, &arena);
  assert_non_null(about(k, a));
  assert_int_equal(about(k, a)->n, 2);
  assert_null(about(k, b));
  assert_non_null(about(k, sum)); /* computed in the first, said in the second */
  assert_int_equal(about(k, sum)->n, 1);
  assert_int_equal(about(k, sum)->from, 3);
  hd_known_range is_two = hd_known_value(a, 2);
  hd_knowledge then = hd_knowledge_of(T, hd_term_2(T, HD_OP_OR, one, two), &is_two, &arena);
  assert_int_equal(about(then, a)->n, 1);
  assert_true(hd_knowledge_implies(then, about(k, a)));
  assert_false(hd_knowledge_implies(k, about(then, a)));
  hd_arena_clear(&arena);
  hd_terms_free(T);
}

static hd_term random_atom(hd_terms *T, uint64_t *seed)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_SLT, HD_OP_SLE, HD_OP_ULT, HD_OP_ULE};
  hd_term a = variable(T, A), b = variable(T, B), c = number(T, hd_roll(seed));
  if (hd_roll(seed) % 6 == 0) return variable(T, FLAG);
  hd_term left = hd_roll(seed) % 3 ? (hd_roll(seed) % 2 ? a : b) : hd_term_2(T, HD_OP_ADD, a, b);
  hd_term right = hd_roll(seed) % 5 ? c : b;
  bool swap = hd_roll(seed) % 2;
  return hd_term_2(T, ops[hd_roll(seed) % HD_COUNT(ops)], swap ? right : left, swap ? left : right);
}

static hd_term random_formula(hd_terms *T, uint64_t *seed, unsigned depth)
{
  if (depth == 0 || hd_roll(seed) % 5 == 0) return random_atom(T, seed);
  if (hd_roll(seed) % 4 == 0) return hd_term_1(T, HD_OP_NOT, random_formula(T, seed, depth - 1));
  hd_term a = random_formula(T, seed, depth - 1), b = random_formula(T, seed, depth - 1);
  return hd_term_2(T, hd_roll(seed) % 2 ? HD_OP_AND : HD_OP_OR, a, b);
}

static uint64_t read_symbol(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array, (void)index;
  return ((const uint64_t *)context)[symbol];
}

/* Is what is known so, in the state? */
static bool is_so(const hd_terms *T, const hd_known_range *k, const hd_env *env)
{
  uint64_t bits = hd_term_eval(T, k->about, env);
  hd_sort sort = hd_term_sort(T, k->about);
  int64_t value = sort.kind == HD_SORT_BOOL ? (int64_t)bits : hd_signed(bits, sort.width);
  bool listed = k->n == 0;
  for (uint32_t i = 0; i < k->n; i++) listed |= k->values[i] == value;
  return listed && k->from <= value && value <= k->to;
}

static unsigned check_formula(const hd_terms *T, hd_term f, hd_knowledge k, const hd_known_range *assumed)
{
  unsigned told = 0;
  uint64_t values[SYMBOLS];
  hd_env env = {read_symbol, values};
  for (uint64_t i = 0; i < 1u << (2 * BITS + 1); i++) {
    values[A] = i & 7, values[B] = i >> BITS & 7, values[FLAG] = i >> (2 * BITS);
    if (!hd_term_eval(T, f, &env) || (assumed && !is_so(T, assumed, &env))) continue;
    assert_false(k.never);
    for (uint32_t n = 0; n < k.len; n++, told++) assert_true(is_so(T, &k.list[n], &env));
  }
  return told;
}

/* Every state of every formula, with and without something assumed. */
static void what_is_known_holds_wherever_the_formula_does(void **state)
{
  (void)state;
  unsigned told = 0;
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    uint64_t roll = seed;
    hd_terms *T = hd_terms_new();
    hd_arena arena;
    hd_arena_init(&arena);
    hd_term f = random_formula(T, &roll, 4);
    hd_known_range assumed = hd_known_value(variable(T, A), hd_signed(hd_roll(&roll) & 7, BITS));
    told += check_formula(T, f, hd_knowledge_of(T, f, NULL, &arena), NULL);
    told += check_formula(T, f, hd_knowledge_of(T, f, &assumed, &arena), &assumed);
    hd_arena_clear(&arena);
    hd_terms_free(T);
  }
  assert_true(told > 10000); /* it would be easy to say nothing */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(alternatives_keep_what_they_agree_on),
      cmocka_unit_test(what_is_known_holds_wherever_the_formula_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
