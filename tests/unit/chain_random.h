/* chain_random.h - random chains of guarded steps over a few variables and an array. */
#ifndef HD_TESTS_CHAIN_RANDOM_H
#define HD_TESTS_CHAIN_RANDOM_H

#include "expr_random.h"
#include "logic/smt.h"
#include "logic/transition.h"

enum { CHAIN_VARS = 3, CHAIN_ARRAY = 7, CHAIN_MOST = 12, CHAIN_INDEX = 4 };

typedef struct {
  hd_terms *T;
  uint64_t state;
  unsigned width;
  bool arrays;
  hd_transition steps[CHAIN_MOST];
  hd_update updates[CHAIN_MOST][2];
  hd_chain chain;
} random_chain;

static inline hd_term chain_var(const random_chain *c, unsigned i)
{
  return hd_term_var(c->T, HD_BV(c->width), i);
}

static inline hd_term chain_array(const random_chain *c)
{
  return hd_term_var(c->T, HD_ARRAY(CHAIN_INDEX, c->width), CHAIN_ARRAY);
}

static inline hd_term chain_index(random_chain *c)
{
  if (random_below(&c->state, 2)) return hd_term_bv(c->T, CHAIN_INDEX, random_below(&c->state, 3));
  return hd_term_extract(c->T, chain_var(c, random_below(&c->state, CHAIN_VARS)), 0, CHAIN_INDEX);
}

static inline hd_term chain_operand(random_chain *c)
{
  unsigned kind = random_below(&c->state, c->arrays ? 8 : 7);
  if (kind == 7) return hd_term_2(c->T, HD_OP_SELECT, chain_array(c), chain_index(c));
  if (kind < 2) return hd_term_bv(c->T, c->width, random_below(&c->state, 5));
  return chain_var(c, random_below(&c->state, CHAIN_VARS));
}

static inline hd_term chain_value(random_chain *c)
{
  hd_term a = chain_operand(c);
  switch (random_below(&c->state, 6)) {
  case 0: return a;
  case 1: return hd_term_2(c->T, HD_OP_SUB, a, chain_operand(c));
  case 2: return hd_term_2(c->T, HD_OP_MUL, a, hd_term_bv(c->T, c->width, 1 + random_below(&c->state, 3)));
  default: return hd_term_2(c->T, HD_OP_ADD, a, chain_operand(c));
  }
}

static inline hd_term chain_test(random_chain *c)
{
  static const hd_op ops[] = {HD_OP_EQ, HD_OP_SLT, HD_OP_SLE, HD_OP_ULT, HD_OP_EQ};
  hd_term t = hd_term_2(c->T, ops[random_below(&c->state, 5)], chain_operand(c), chain_value(c));
  return random_below(&c->state, 4) ? t : hd_term_1(c->T, HD_OP_NOT, t);
}

/* That the value does not overflow, where that says anything. */
static inline hd_term chain_exact(const random_chain *c, hd_term value)
{
  hd_op op = hd_term_is(value) ? hd_term_op(c->T, value) : HD_OP_CONST;
  hd_op test = op == HD_OP_ADD ? HD_OP_SADDO : op == HD_OP_SUB ? HD_OP_SSUBO : HD_OP_SMULO;
  if (op != HD_OP_ADD && op != HD_OP_SUB && op != HD_OP_MUL) return hd_term_true(c->T);
  return hd_term_1(c->T, HD_OP_NOT, hd_term_2(c->T, test, hd_term_arg(c->T, value, 0), hd_term_arg(c->T, value, 1)));
}

static inline void chain_step(random_chain *c, unsigned i)
{
  hd_transition *step = &c->steps[i];
  *step = (hd_transition){HD_NO_TERM, c->updates[i], random_below(&c->state, 3)};
  if (random_below(&c->state, 2)) step->guard = chain_test(c);
  unsigned first = random_below(&c->state, CHAIN_VARS);
  for (unsigned j = 0; j < step->n; j++) {
    hd_term value = random_below(&c->state, 8) ? chain_value(c) : HD_NO_TERM;
    bool array = c->arrays && random_below(&c->state, 3) == 0;
    hd_term index = array ? chain_index(c) : HD_NO_TERM;
    if (random_below(&c->state, 2)) {
      hd_term guard = hd_term_is(step->guard) ? step->guard : hd_term_true(c->T);
      step->guard = hd_term_2(c->T, HD_OP_AND, guard, chain_exact(c, value));
    }
    c->updates[i][j] = (hd_update){array ? chain_array(c) : chain_var(c, (first + j) % CHAIN_VARS), index, value};
  }
}

static inline void chain_make(random_chain *c, hd_terms *T, uint64_t seed, unsigned width, bool arrays)
{
  HD_CHECK(width >= CHAIN_INDEX || !arrays);
  *c = (random_chain){.T = T, .state = seed, .width = width, .arrays = arrays};
  unsigned n = 2 + random_below(&c->state, CHAIN_MOST - 2);
  for (unsigned i = 0; i < n; i++) chain_step(c, i);
  hd_term zero = hd_term_eq_bv(T, chain_var(c, 0), 0);
  hd_term before = hd_term_2(T, HD_OP_AND, zero, hd_term_eq_bv(T, chain_var(c, 1), 1));
  c->chain = (hd_chain){before, chain_test(c), c->steps, n};
}

#endif
