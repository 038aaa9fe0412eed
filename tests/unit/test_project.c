/* Model-based projection against every value of small variables. A longer run: test_project ROUNDS. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "expr_random.h"
#include "logic/implicant.h"
#include "logic/project.h"

enum { X = 1, V = 2, Y = 3, Z = 4, SYMBOLS = 5, BITS = 4 };

typedef struct {
  uint64_t values[SYMBOLS];
} small_env;

static uint64_t read_small(void *context, uint32_t symbol, bool array, uint64_t index)
{
  (void)array;
  (void)index;
  return ((small_env *)context)->values[symbol];
}

static bool holds(hd_terms *T, hd_term t, const small_env *values)
{
  small_env copy = *values;
  return hd_term_eval(T, t, &(hd_env){read_small, &copy}) != 0;
}

static bool goes(void *context, uint32_t symbol)
{
  (void)context;
  return symbol == X || symbol == V;
}

static const hd_symbol_set inputs = {goes, NULL};

static hd_term variable(hd_terms *T, uint32_t symbol)
{
  return hd_term_var(T, HD_BV(BITS), symbol);
}

static hd_term random_word(hd_terms *T, uint64_t *state, unsigned depth)
{
  static const hd_op ops[] = {HD_OP_ADD,  HD_OP_SUB,  HD_OP_ADD,  HD_OP_SUB,  HD_OP_MUL,  HD_OP_MUL,
                              HD_OP_UDIV, HD_OP_UREM, HD_OP_SDIV, HD_OP_SREM, HD_OP_BAND, HD_OP_LSHR,
                              HD_OP_ASHR, HD_OP_SHL,  HD_OP_BOR,  HD_OP_BXOR};
  if (!depth || !random_below(state, 4)) {
    if (!random_below(state, 4)) return hd_term_bv(T, BITS, random_below(state, 16));
    return variable(T, X + random_below(state, 4));
  }
  hd_term a = random_word(T, state, depth - 1);
  switch (random_below(state, 14)) {
  case 0: return hd_term_1(T, random_below(state, 2) ? HD_OP_NEG : HD_OP_BNOT, a);
  case 1: return hd_term_extract(T, hd_term_to(T, HD_OP_SEXT, 7, a), random_below(state, 4), BITS);
  case 2: return hd_term_resize(T, hd_term_extract(T, a, random_below(state, 3), 2), BITS, random_below(state, 2));
  case 3: {
    hd_term b = hd_term_extract(T, random_word(T, state, depth - 1), 1, 2);
    return hd_term_2(T, HD_OP_CONCAT, hd_term_extract(T, a, 0, 2), b);
  }
  case 4: {
    hd_term c = hd_term_2(T, HD_OP_SLT, a, random_word(T, state, depth - 1));
    return hd_term_3(T, HD_OP_ITE, c, random_word(T, state, depth - 1), random_word(T, state, depth - 1));
  }
  default: break;
  }
  hd_op op = ops[random_below(state, random_below(state, 2) ? 4 : 16)];
  hd_term b = random_below(state, 8) && op != HD_OP_ADD && op != HD_OP_SUB
                  ? hd_term_bv(T, BITS, random_below(state, 16))
                  : random_word(T, state, depth - 1);
  return hd_term_2(T, op, a, b);
}

static hd_term random_atom(hd_terms *T, uint64_t *state)
{
  static const hd_op ops[] = {HD_OP_EQ,  HD_OP_EQ,  HD_OP_ULT,   HD_OP_ULE,   HD_OP_SLT,
                              HD_OP_SLE, HD_OP_SLE, HD_OP_SADDO, HD_OP_SSUBO, HD_OP_SMULO};
  hd_term a = random_word(T, state, 2), b = random_word(T, state, 1);
  if (!random_below(state, 5)) { /* of another width */
    a = hd_term_to(T, random_below(state, 2) ? HD_OP_SEXT : HD_OP_ZEXT, 9, a);
    b = hd_term_to(T, random_below(state, 2) ? HD_OP_SEXT : HD_OP_ZEXT, 9, b);
    a = hd_term_2(T, HD_OP_MUL, a, hd_term_bv(T, 9, 1 + random_below(state, 5)));
  }
  hd_term atom = hd_term_2(T, ops[random_below(state, 10)], a, b);
  return random_below(state, 3) ? atom : hd_term_1(T, HD_OP_NOT, atom);
}

static hd_term random_formula(hd_terms *T, uint64_t *state)
{
  hd_term t = random_atom(T, state);
  for (unsigned i = 0; i < 1 + random_below(state, 4); i++)
    t = hd_term_2(T, random_below(state, 4) ? HD_OP_AND : HD_OP_OR, t, random_atom(T, state));
  return t;
}

static small_env numbered(unsigned n)
{
  small_env e = {{0}};
  for (unsigned i = X; i < SYMBOLS; i++, n >>= BITS) e.values[i] = n & ((1u << BITS) - 1);
  return e;
}

/* Some values that satisfy it; false: none was found. */
static bool find_model(hd_terms *T, hd_term t, uint64_t *state, small_env *model)
{
  unsigned first = random_below(state, 1u << (4 * BITS));
  for (unsigned i = 0; i < 1u << (4 * BITS); i += 7) {
    *model = numbered(first + i * 5);
    if (holds(T, t, model)) return true;
  }
  return false;
}

static bool exists(hd_terms *T, hd_term t, uint64_t y, uint64_t z)
{
  for (unsigned n = 0; n < 1u << (2 * BITS); n++) {
    small_env e = numbered(n);
    e.values[Y] = y;
    e.values[Z] = z;
    if (holds(T, t, &e)) return true;
  }
  return false;
}

/* How many states satisfy it; all of them must be ones from which the formula can be. */
static unsigned states_of(hd_terms *T, hd_term projected, hd_term formula, bool exact)
{
  unsigned states = 0;
  for (unsigned n = 0; n < 1u << (2 * BITS); n++) {
    small_env e = {{0}};
    e.values[Y] = n % 16;
    e.values[Z] = n / 16;
    bool in = holds(T, projected, &e);
    states += in;
    if (in) assert_true(exists(T, formula, n % 16, n / 16));
    if (exact && !in) assert_false(exists(T, formula, n % 16, n / 16));
  }
  return states;
}

static unsigned states_of_all(hd_terms *T, hd_term formula)
{
  unsigned states = 0;
  for (unsigned n = 0; n < 1u << (2 * BITS); n++) states += exists(T, formula, n % 16, n / 16);
  return states;
}

static unsigned states_by_value(hd_terms *T, hd_term formula, const hd_env *model)
{
  hd_term_list literals = {0};
  hd_implicant(T, formula, model, &literals);
  hd_implicant_project(T, &literals, &inputs, model);
  hd_term all = hd_formula_and(T, literals.data, literals.len);
  hd_vec_clear(&literals);
  unsigned states = 0;
  for (unsigned n = 0; n < 1u << (2 * BITS); n++) {
    small_env e = {{0}};
    e.values[Y] = n % 16;
    e.values[Z] = n / 16;
    states += holds(T, all, &e);
  }
  return states;
}

typedef struct {
  unsigned formulas, exact, more, fewer, wider, narrow;
  unsigned long states, by_value, wide, all;
} counts;

static void check_formula(uint64_t *state, counts *c, bool widen)
{
  hd_terms *T = hd_terms_new();
  hd_term t = random_formula(T, state);
  small_env values;
  if (find_model(T, t, state, &values)) {
    hd_env model = {read_small, &values};
    bool exact = false;
    hd_term projected = hd_project(T, t, &inputs, &model, &exact);
    assert_true(holds(T, projected, &values));
    assert_false(hd_mentions_eliminated(T, projected, &inputs));
    unsigned states = states_of(T, projected, t, exact), by_value = states_by_value(T, t, &model);
    c->formulas++;
    c->exact += exact;
    c->more += states > by_value;
    c->fewer += states < by_value;
    c->states += states;
    c->by_value += by_value;
    c->all += states_of_all(T, t);
    if (widen) {
      hd_budget budget = {.jobs = 1};
      hd_smt *s = hd_smt_new(T, HD_ARITH_BV, NULL, &budget);
      hd_term wide = hd_project_widen(s, t, &inputs, projected, 6);
      unsigned now = states_of(T, wide, t, false);
      assert_true(now >= states);
      c->wider += now > states;
      c->wide += now;
      c->narrow += now < by_value;
      hd_smt_free(s);
    }
  }
  hd_terms_free(T);
}

static unsigned rounds = 1500;

static void a_projection_holds_in_the_model_and_implies_that_there_is_a_value(void **state)
{
  (void)state;
  uint64_t seed = 11;
  counts c = {0};
  for (unsigned i = 0; i < rounds; i++) check_formula(&seed, &c, false);
  print_message("%u formulas, %u exact; more states than by values %u, fewer %u; %lu states of %lu, %lu by values\n",
                c.formulas, c.exact, c.more, c.fewer, c.states, c.all, c.by_value);
  assert_true(c.formulas > rounds / 2 && c.more > 2 * c.fewer && c.states > c.by_value);
}

static void a_wider_one_still_does(void **state)
{
  (void)state;
  uint64_t seed = 12;
  counts c = {0};
  for (unsigned i = 0; i < rounds / 40; i++) check_formula(&seed, &c, true);
  print_message("%u formulas, %u became wider, %u have fewer states than by values; %lu states of %lu, %lu before, %lu "
                "by values\n",
                c.formulas, c.wider, c.narrow, c.wide, c.all, c.states, c.by_value);
  assert_true(c.wider > 0);
}

int main(int argc, char **argv)
{
  if (argc > 1) rounds = (unsigned)atoi(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_projection_holds_in_the_model_and_implies_that_there_is_a_value),
      cmocka_unit_test(a_wider_one_still_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
