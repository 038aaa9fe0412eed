/* Circuits against the evaluator, with any room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/map.h"
#include "logic/sat.h"

static uint64_t state;
static uint32_t draw(uint32_t n)
{
  state = hd_hash_u64(state + 0x9e3779b97f4a7c15u);
  return (uint32_t)(state >> 20) % n;
}

enum { VARS = 4 };

static const hd_op bv_ops[] = {HD_OP_ADD,  HD_OP_SUB,  HD_OP_MUL,  HD_OP_UDIV, HD_OP_SDIV,
                               HD_OP_UREM, HD_OP_SREM, HD_OP_BAND, HD_OP_BOR,  HD_OP_BXOR,
                               HD_OP_SHL,  HD_OP_LSHR, HD_OP_ASHR, HD_OP_ADD,  HD_OP_SUB};
static const hd_op tests[] = {HD_OP_ULT, HD_OP_ULE,   HD_OP_SLT,   HD_OP_SLE,
                              HD_OP_EQ,  HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};

static hd_term number(hd_terms *T, unsigned depth);

static hd_term condition(hd_terms *T, unsigned depth)
{
  hd_term a = number(T, depth), b = number(T, depth);
  hd_term t = hd_term_2(T, tests[draw(HD_COUNT(tests))], a, b);
  return draw(4) ? t : hd_term_2(T, draw(2) ? HD_OP_AND : HD_OP_OR, t, hd_term_2(T, HD_OP_SLT, b, a));
}

static hd_term number(hd_terms *T, unsigned depth)
{
  if (depth == 0 || draw(6) == 0)
    return draw(3) ? hd_term_var(T, HD_BV(8), draw(VARS)) : hd_term_bv(T, 8, draw(3) ? draw(8) : draw(256));
  switch (draw(8)) {
  case 0: return hd_term_3(T, HD_OP_ITE, condition(T, depth - 1), number(T, depth - 1), number(T, depth - 1));
  case 1: return hd_term_1(T, draw(2) ? HD_OP_NEG : HD_OP_BNOT, number(T, depth - 1));
  case 2: {
    hd_term low = hd_term_extract(T, number(T, depth - 1), draw(4), 1 + draw(4));
    return hd_term_to(T, draw(2) ? HD_OP_ZEXT : HD_OP_SEXT, 8, low);
  }
  case 3: {
    hd_term wide = hd_term_to(T, draw(2) ? HD_OP_ZEXT : HD_OP_SEXT, 12, number(T, depth - 1));
    return hd_term_extract(T, hd_term_2(T, HD_OP_ADD, wide, hd_term_bv(T, 12, draw(100))), draw(5), 8);
  }
  case 4: {
    hd_term high = hd_term_extract(T, number(T, depth - 1), 0, 4), low = hd_term_extract(T, number(T, depth - 1), 2, 4);
    return hd_term_2(T, HD_OP_CONCAT, high, low);
  }
  default: return hd_term_2(T, bv_ops[draw(HD_COUNT(bv_ops))], number(T, depth - 1), number(T, depth - 1));
  }
}

static uint64_t values[VARS];
static uint64_t read_value(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)context, (void)array, (void)index;
  return values[symbol];
}

/* The circuit's value, with its inputs fixed by assumptions; whether something was lost. */
static bool circuit_says(hd_terms *T, hd_term t, unsigned room, const hd_sat_span *spans, bool *lost)
{
  hd_budget budget = {.jobs = 1};
  hd_sat *s = hd_sat_new(&budget);
  hd_blaster *b = hd_blaster_new(s, T, room, spans, VARS);
  for (uint32_t v = 0; v < VARS; v++) hd_blast_assert(b, hd_term_eq_bv(T, hd_term_var(T, HD_BV(8), v), values[v]));
  hd_lit lit = hd_blast(b, t), loss = hd_blast_loss(b, t);
  assert_false(hd_blast_failed(b));
  assert_int_equal(hd_sat_solve(s, NULL, 0), HD_SAT_MODEL);
  bool value = hd_sat_value(s, lit);
  *lost = hd_sat_value(s, loss);
  hd_blaster_free(b);
  hd_sat_free(s);
  return value;
}

static void circuits_mean_what_the_evaluator_says(void **unused)
{
  (void)unused;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < 3000; i++) {
    state = i;
    hd_terms *T = hd_terms_new();
    hd_term t = condition(T, 3);
    hd_sat_span spans[VARS];
    for (uint32_t v = 0; v < VARS; v++) {
      spans[v] = (hd_sat_span){(uint8_t)(1 + draw(8)), false};
      spans[v].positive = spans[v].len > 1 && draw(2);
      unsigned free_bits = spans[v].len - spans[v].positive;
      values[v] = draw(1u << free_bits);
      if (!spans[v].positive) values[v] = (uint64_t)hd_signed(values[v], spans[v].len) & 0xff;
    }
    hd_env env = {.read = read_value};
    bool lost, expected = hd_term_eval(T, t, &env) != 0;
    assert_int_equal(circuit_says(T, t, 64, NULL, &lost), expected);
    assert_false(lost);
    bool narrow = circuit_says(T, t, 1 + draw(8), spans, &lost);
    if (!lost) assert_int_equal(narrow, expected);
    kept += !lost;
    hd_terms_free(T);
  }
  assert_true(kept > 1000 && kept < 3000);
}

static void a_proof_needs_no_values(void **unused)
{
  (void)unused;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_sat *s = hd_sat_new(&budget);
  hd_blaster *b = hd_blaster_new(s, T, 64, NULL, 0);
  hd_term x = hd_term_var(T, HD_BV(32), 0), y = hd_term_var(T, HD_BV(32), 1);
  hd_term both = hd_term_2(T, HD_OP_ADD, x, y);
  hd_blast_assert(b, hd_term_2(T, HD_OP_ULT, both, x));
  assert_int_equal(hd_sat_solve(s, NULL, 0), HD_SAT_MODEL);
  assert_true(hd_blast_symbol(b, 0) + hd_blast_symbol(b, 1) > UINT32_MAX);
  hd_lit small = hd_blast(b, hd_term_2(T, HD_OP_ULT, y, hd_term_bv(T, 32, 1)));
  assert_int_equal(hd_sat_solve(s, &small, 1), HD_SAT_UNSAT);
  assert_true(hd_sat_failed(s, small));
  hd_blaster_free(b);
  hd_sat_free(s);
  hd_terms_free(T);
}

static void equal_indices_mean_equal_elements(void **unused)
{
  (void)unused;
  hd_terms *T = hd_terms_new();
  hd_budget budget = {.jobs = 1};
  hd_sat *s = hd_sat_new(&budget);
  hd_blaster *b = hd_blaster_new(s, T, 64, NULL, 0);
  hd_term a = hd_term_var(T, HD_ARRAY(32, 8), 0), i = hd_term_var(T, HD_BV(32), 1), k = hd_term_var(T, HD_BV(32), 2);
  hd_term differ = hd_term_ne(T, hd_term_2(T, HD_OP_SELECT, a, i), hd_term_2(T, HD_OP_SELECT, a, k));
  hd_blast_assert(b, differ);
  assert_int_equal(hd_sat_solve(s, NULL, 0), HD_SAT_MODEL);
  uint64_t at_i = hd_blast_symbol(b, 1), at_k = hd_blast_symbol(b, 2);
  assert_true(hd_blast_element(b, 0, at_i) != hd_blast_element(b, 0, at_k));
  hd_blast_assert(b, hd_term_2(T, HD_OP_EQ, i, k));
  assert_int_equal(hd_sat_solve(s, NULL, 0), HD_SAT_UNSAT);
  hd_blaster_free(b);
  hd_sat_free(s);
  hd_terms_free(T);
}

int main(void)
{
  const struct CMUnitTest all[] = {
      cmocka_unit_test(circuits_mean_what_the_evaluator_says),
      cmocka_unit_test(a_proof_needs_no_values),
      cmocka_unit_test(equal_indices_mean_equal_elements),
  };
  return cmocka_run_group_tests(all, NULL, NULL);
}
