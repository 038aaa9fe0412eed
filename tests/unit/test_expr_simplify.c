/* The builders simplify, and never change what a term means. */
#include "expr/memo.h"
#include "expr_pool.h"

static hd_term var(unsigned width, uint32_t symbol)
{
  return hd_term_var(T, HD_BV(width), symbol);
}

static hd_term boolean(uint32_t symbol)
{
  return hd_term_var(T, HD_BOOL, symbol);
}

static hd_term k(unsigned width, uint64_t value)
{
  return hd_term_bv(T, width, value);
}

static hd_term op2(hd_op op, hd_term a, hd_term b)
{
  return hd_term_2(T, op, a, b);
}

static hd_term not(hd_term a)
{
  return hd_term_1(T, HD_OP_NOT, a);
}

static hd_term ite(hd_term c, hd_term a, hd_term b)
{
  return hd_term_3(T, HD_OP_ITE, c, a, b);
}

#define assert_same(a, b) assert_int_equal((a).id, (b).id)

static void check_case(const random_terms *R, const random_case *c)
{
  if (hd_term_sort(R->T, c->term).kind == HD_SORT_ARRAY) return;
  for (unsigned e = 0; e < ENVIRONMENTS; e++) {
    uint64_t value = random_eval(R, c->term, e);
    if (value == c->values[e]) continue;
    hd_term_print(stderr, R->T, c->term, NULL);
    fprintf(stderr, "\n");
    fail_msg("seed %llu gives %llx, not %llx", (unsigned long long)R->seed, (unsigned long long)value,
             (unsigned long long)c->values[e]);
  }
}

static void check_rebuilds(const random_terms *R, hd_term t)
{
  hd_op op = hd_term_op(R->T, t);
  hd_term args[3];
  for (unsigned i = 0; i < hd_term_arity(R->T, t); i++) args[i] = hd_term_arg(R->T, t, i);
  if (op == HD_OP_CONST || op == HD_OP_VAR) return;
  uint64_t low = op == HD_OP_EXTRACT ? hd_term_value(R->T, t) : 0;
  assert_same(hd_term_build(R->T, op, hd_term_sort(R->T, t), low, args), t);
}

static void simplified_terms_keep_their_meaning(void **state)
{
  (void)state;
  random_terms R;
  for (uint64_t seed = 0; seed < 12000; seed++) {
    if (seed % 50 == 0) {
      hd_terms_free(T);
      T = hd_terms_new();
    }
    random_start(&R, T, seed);
    unsigned steps = seed % 16 ? 48 : MOST_CASES / 4; /* the large ones are evaluated in another way */
    for (unsigned i = 0; i < steps; i++) {
      const random_case *c = random_step(&R);
      check_case(&R, c);
      check_rebuilds(&R, c->term);
    }
  }
}

static void equal_terms_are_equal_handles(void **state)
{
  (void)state;
  hd_term x = var(32, 1), y = var(32, 2);
  assert_same(op2(HD_OP_ADD, x, y), op2(HD_OP_ADD, y, x));
  assert_same(op2(HD_OP_MUL, k(32, 3), x), op2(HD_OP_MUL, x, k(32, 3)));
  assert_int_not_equal(op2(HD_OP_SUB, x, y).id, op2(HD_OP_SUB, y, x).id);
  assert_int_not_equal(var(32, 1).id, var(16, 1).id);
  hd_term sum = op2(HD_OP_ADD, x, k(32, 5));
  assert_same(hd_term_arg(T, sum, 1), k(32, 5));
}

static void constants_in_sums_come_together(void **state)
{
  (void)state;
  hd_term x = var(32, 1), y = var(32, 2), one = k(32, 1);
  hd_term x1 = op2(HD_OP_ADD, x, one);
  assert_same(op2(HD_OP_ADD, x1, k(32, 2)), op2(HD_OP_ADD, x, k(32, 3)));
  assert_same(op2(HD_OP_SUB, x1, one), x);
  assert_same(op2(HD_OP_ADD, x1, y), op2(HD_OP_ADD, op2(HD_OP_ADD, x, y), one));
  assert_same(op2(HD_OP_SUB, x, x), k(32, 0));
  assert_same(op2(HD_OP_SUB, op2(HD_OP_ADD, x, y), x), y);
  assert_same(op2(HD_OP_EQ, x1, k(32, 3)), op2(HD_OP_EQ, x, k(32, 2)));
  assert_same(op2(HD_OP_EQ, x1, x), hd_term_false(T));
  assert_same(op2(HD_OP_EQ, x1, op2(HD_OP_ADD, y, one)), op2(HD_OP_EQ, x, y));
}

static void two_values_are_exchanged(void **state)
{
  (void)state;
  assert_same(hd_term_exchange(T, k(8, 3), 3, 5), k(8, 5));
  assert_same(hd_term_exchange(T, k(8, 5), 3, 5), k(8, 3));
  assert_same(hd_term_exchange(T, k(8, 4), 3, 5), k(8, 4));
}

static void booleans_kept_in_integers_come_back(void **state)
{
  (void)state;
  hd_term c = boolean(1), as_int = hd_term_from_bool(T, c, 8);
  hd_term wide = hd_term_to(T, HD_OP_ZEXT, 32, as_int);
  assert_same(hd_term_to_bool(T, wide), c);
  assert_same(hd_term_eq_bv(T, wide, 0), not(c));
  assert_same(hd_term_eq_bv(T, wide, 1), c);
  assert_same(hd_term_eq_bv(T, wide, 2), hd_term_false(T));
  assert_same(hd_term_to_bool(T, op2(HD_OP_BXOR, wide, k(32, 1))), not(c));
  assert_same(op2(HD_OP_ULT, wide, k(32, 2)), hd_term_true(T));
  assert_same(hd_term_to_bool(T, c), c);
  assert_same(hd_term_resize(T, hd_term_resize(T, c, 32, true), 8, false), ite(c, k(8, 255), k(8, 0)));
}

static void conditions_simplify(void **state)
{
  (void)state;
  hd_term c = boolean(1), d = boolean(2), x = var(8, 3), y = var(8, 4);
  hd_term t = hd_term_true(T), f = hd_term_false(T);
  assert_same(ite(c, t, f), c);
  assert_same(ite(c, f, t), not(c));
  assert_same(ite(c, x, x), x);
  assert_same(ite(not(c), x, y), ite(c, y, x));
  assert_same(ite(c, d, f), op2(HD_OP_AND, c, d));
  assert_same(ite(c, ite(c, x, y), y), ite(c, x, y));
  assert_same(ite(op2(HD_OP_EQ, x, y), x, y), y);
  assert_same(op2(HD_OP_AND, c, not(c)), f);
  assert_same(op2(HD_OP_OR, c, not(c)), t);
  assert_same(op2(HD_OP_AND, c, op2(HD_OP_OR, c, d)), c);
  assert_same(op2(HD_OP_AND, c, op2(HD_OP_OR, not(c), d)), op2(HD_OP_AND, c, d));
  assert_same(op2(HD_OP_AND, op2(HD_OP_SLT, x, y), op2(HD_OP_SLE, y, x)), f);
  assert_same(op2(HD_OP_OR, op2(HD_OP_SLT, x, k(8, 5)), op2(HD_OP_SLE, k(8, 5), x)), t);
  assert_same(op2(HD_OP_AND, hd_term_eq_bv(T, x, 1), hd_term_eq_bv(T, x, 2)), f);
}

static void comparisons_simplify(void **state)
{
  (void)state;
  hd_term x = var(8, 1), y = var(8, 2), wide_x = hd_term_to(T, HD_OP_ZEXT, 32, x);
  hd_term sign_x = hd_term_to(T, HD_OP_SEXT, 32, x);
  assert_same(not(op2(HD_OP_ULT, x, y)), op2(HD_OP_ULE, y, x));
  assert_same(not(not(op2(HD_OP_SLT, x, k(8, 7)))), op2(HD_OP_SLT, x, k(8, 7)));
  assert_same(op2(HD_OP_ULT, x, k(8, 0)), hd_term_false(T));
  assert_same(op2(HD_OP_ULT, x, k(8, 1)), hd_term_eq_bv(T, x, 0));
  assert_same(op2(HD_OP_ULE, x, k(8, 4)), op2(HD_OP_ULT, x, k(8, 5)));
  assert_same(op2(HD_OP_SLT, wide_x, k(32, 256)), hd_term_true(T));
  assert_same(op2(HD_OP_SLT, wide_x, k(32, 255)), hd_term_ne(T, x, k(8, 255)));
  assert_same(op2(HD_OP_SLT, sign_x, k(32, (uint64_t)-128)), hd_term_false(T));
  assert_same(op2(HD_OP_SLT, sign_x, k(32, 3)), op2(HD_OP_SLT, x, k(8, 3)));
  assert_same(hd_term_eq_bv(T, sign_x, 200), hd_term_false(T));
  assert_same(op2(HD_OP_SADDO, sign_x, k(32, 1)), hd_term_false(T));
}

static void pieces_of_a_term_are_put_together(void **state)
{
  (void)state;
  hd_term x = var(32, 1), byte[4], up, down;
  for (unsigned i = 0; i < 4; i++) byte[i] = hd_term_extract(T, x, 8 * i, 8);
  up = down = byte[0];
  for (unsigned i = 1; i < 4; i++) up = op2(HD_OP_CONCAT, byte[i], up);
  assert_same(up, x);
  down = byte[3];
  for (unsigned i = 3; i-- > 0;) down = op2(HD_OP_CONCAT, down, byte[i]);
  assert_same(down, x);
  assert_same(hd_term_extract(T, hd_term_to(T, HD_OP_ZEXT, 64, x), 0, 32), x);
  assert_same(hd_term_extract(T, hd_term_to(T, HD_OP_ZEXT, 64, x), 32, 32), k(32, 0));
  hd_term c = var(8, 2), promoted = hd_term_to(T, HD_OP_SEXT, 32, c);
  hd_term incremented = hd_term_extract(T, op2(HD_OP_ADD, promoted, k(32, 1)), 0, 8);
  assert_same(incremented, op2(HD_OP_ADD, c, k(8, 1)));
}

static void reads_look_through_writes(void **state)
{
  (void)state;
  hd_term a = hd_term_var(T, HD_ARRAY(32, 8), 1), i = var(32, 2), v = var(8, 3);
  hd_term one = hd_term_3(T, HD_OP_STORE, a, k(32, 1), v);
  assert_same(op2(HD_OP_SELECT, one, k(32, 1)), v);
  assert_same(op2(HD_OP_SELECT, one, k(32, 2)), op2(HD_OP_SELECT, a, k(32, 2)));
  assert_int_equal(hd_term_op(T, hd_term_arg(T, op2(HD_OP_SELECT, one, i), 0)), HD_OP_STORE);
  assert_same(hd_term_3(T, HD_OP_STORE, a, i, op2(HD_OP_SELECT, a, i)), a);
  hd_term zero = hd_term_3(T, HD_OP_STORE, a, k(32, 1), k(8, 0));
  assert_same(hd_term_3(T, HD_OP_STORE, one, k(32, 1), k(8, 0)), zero);
}

/* An environment with an array of four elements; a read beyond is a failed test. */
static uint64_t read_four(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)symbol;
  if (array) assert_true(index < 4);
  return array ? index + 10 : *(uint64_t *)context;
}

static void a_guarded_read_is_not_made(void **state)
{
  (void)state;
  hd_term a = hd_term_var(T, HD_ARRAY(32, 8), 1), i = var(32, 2), in_range = op2(HD_OP_ULT, i, k(32, 4));
  hd_term element = op2(HD_OP_SELECT, a, i);
  hd_term guarded = ite(in_range, element, k(8, 0));
  hd_term test = ite(in_range, hd_term_eq_bv(T, element, 13), hd_term_false(T));
  uint64_t index = 3;
  hd_env env = {read_four, &index};
  assert_int_equal(hd_term_eval(T, guarded, &env), 13);
  assert_int_equal(hd_term_eval(T, test, &env), 1);
  index = 4;
  assert_int_equal(hd_term_eval(T, guarded, &env), 0);
  assert_int_equal(hd_term_eval(T, test, &env), 0);
  /* also where the term is too large for the quick way */
  hd_term large = guarded;
  for (unsigned n = 0; n < 2000; n++) large = op2(HD_OP_ADD, op2(HD_OP_MUL, large, var(8, 5)), var(8, 6));
  hd_term larger = ite(in_range, op2(HD_OP_ADD, large, element), large);
  hd_term_eval(T, larger, &env);
}

static bool is_sum(const hd_terms *terms, hd_term t)
{
  return hd_term_op(terms, t) == HD_OP_ADD;
}

static void only_what_a_term_consists_of_is_looked_at(void **state)
{
  (void)state;
  hd_term x = var(32, 1), y = var(32, 2), sum = op2(HD_OP_ADD, x, y);
  hd_term terms[] = {HD_NO_TERM, op2(HD_OP_ULT, x, y), op2(HD_OP_ULT, op2(HD_OP_MUL, sum, y), x)};
  assert_true(hd_terms_have(T, terms, 3, is_sum));
  assert_false(hd_terms_have(T, terms, 2, is_sum));
  assert_false(hd_terms_have(T, terms, 0, is_sum));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(simplified_terms_keep_their_meaning, set_up, tear_down),
      cmocka_unit_test_setup_teardown(equal_terms_are_equal_handles, set_up, tear_down),
      cmocka_unit_test_setup_teardown(constants_in_sums_come_together, set_up, tear_down),
      cmocka_unit_test_setup_teardown(booleans_kept_in_integers_come_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(two_values_are_exchanged, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conditions_simplify, set_up, tear_down),
      cmocka_unit_test_setup_teardown(comparisons_simplify, set_up, tear_down),
      cmocka_unit_test_setup_teardown(pieces_of_a_term_are_put_together, set_up, tear_down),
      cmocka_unit_test_setup_teardown(reads_look_through_writes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_guarded_read_is_not_made, set_up, tear_down),
      cmocka_unit_test_setup_teardown(only_what_a_term_consists_of_is_looked_at, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
