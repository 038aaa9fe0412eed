/* expr_random.h - random terms, each with the values it must have.
 *
 * A case is built operator by operator. Beside every term stand the values that the
 * operators, applied to the values of the arguments one at a time, give under a few
 * environments: what the simplifier makes of the term must not change them. */
#ifndef HD_TESTS_EXPR_RANDOM_H
#define HD_TESTS_EXPR_RANDOM_H

#include "expr/term.h"

enum { ENVIRONMENTS = 4, ELEMENTS = 8, INDEX_BITS = 3, MOST_CASES = 1024, FAVOURITES = 6 };

typedef struct {
  hd_term term;
  uint64_t values[ENVIRONMENTS];
  uint64_t elements[ENVIRONMENTS][ELEMENTS]; /* of an array */
} random_case;

typedef struct {
  hd_terms *T;
  uint64_t state;
  uint64_t seed; /* of the environments */
  unsigned len;
  /* few operators and widths at a time, so that what the simplifier looks for comes up */
  uint8_t ops[FAVOURITES], widths[2];
  random_case cases[MOST_CASES];
} random_terms;

static inline uint64_t random_next(uint64_t *state)
{
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline unsigned random_below(uint64_t *state, unsigned limit)
{
  return (unsigned)(random_next(state) >> 33) % limit;
}

/* A value that is likely to matter. */
static inline uint64_t random_value(uint64_t *state)
{
  static const uint64_t floats[] = {0x3f800000,
                                    0xbf800000,
                                    0x7f800000,
                                    0x7fc00000,
                                    0x4f000000,
                                    0x80000000,
                                    0x41200000,
                                    UINT64_C(0x3ff0000000000000),
                                    UINT64_C(0x7ff0000000000000),
                                    UINT64_C(0xc3e0000000000000),
                                    UINT64_C(0x7ff8000000000000)};
  uint64_t r = random_next(state);
  switch (random_below(state, 12)) {
  case 0: return 0;
  case 1: return 1;
  case 2: return UINT64_MAX;
  case 3: return UINT64_C(1) << r % 64;
  case 4: return (UINT64_C(1) << r % 64) - 1;
  case 5: return -(UINT64_C(1) << r % 64);
  case 6: return r % 16;
  case 7:
  case 8: return (UINT64_C(1) << r % 6) - 1;
  case 9: return floats[r % HD_COUNT(floats)];
  default: return r;
  }
}

/* Environments are functions of their seed; the evaluator cuts what they give. */
typedef struct {
  uint64_t seed;
} random_env;

static inline uint64_t random_env_read(void *context, uint32_t symbol, bool array, uint64_t index)
{
  const random_env *e = context;
  uint64_t state = e->seed ^ (uint64_t)symbol << 20 ^ (array ? index + 1 : 0) << 8;
  return random_value(&state);
}

static inline uint64_t random_env_seed(const random_terms *R, unsigned environment)
{
  return R->seed + environment * UINT64_C(0x1234567);
}

static inline uint64_t random_eval(const random_terms *R, hd_term t, unsigned environment)
{
  random_env e = {random_env_seed(R, environment)};
  return hd_term_eval(R->T, t, &(hd_env){random_env_read, &e});
}

/* A symbol belongs to one sort only, and says which. */
static inline uint32_t random_symbol(hd_sort sort, unsigned which)
{
  return (uint32_t)(sort.kind * 1000 + sort.width * 8u + which);
}

static inline hd_sort random_sort_of(uint32_t symbol)
{
  unsigned width = symbol % 1000 / 8;
  return symbol < 1000 ? HD_BOOL : symbol < 2000 ? HD_BV(width) : HD_ARRAY(INDEX_BITS, width);
}

static inline random_case *random_add(random_terms *R)
{
  HD_CHECK(R->len < MOST_CASES);
  return &R->cases[R->len++];
}

static inline random_case *random_leaf(random_terms *R, hd_sort sort)
{
  random_case *c = random_add(R);
  uint64_t value = random_value(&R->state);
  uint32_t symbol = random_symbol(sort, random_below(&R->state, 3));
  bool constant = sort.kind != HD_SORT_ARRAY && random_below(&R->state, 3) == 0;
  c->term = constant ? hd_term_const(R->T, sort, value) : hd_term_var(R->T, sort, symbol);
  for (unsigned e = 0; e < ENVIRONMENTS; e++) {
    random_env env = {random_env_seed(R, e)};
    c->values[e] = (constant ? value : random_env_read(&env, symbol, false, 0)) & hd_mask(sort.width);
    for (unsigned i = 0; i < ELEMENTS; i++)
      c->elements[e][i] = random_env_read(&env, symbol, true, i) & hd_mask(sort.width);
  }
  return c;
}

/* A case of the sort: one that is there, or a new leaf. */
static inline const random_case *random_pick(random_terms *R, hd_sort sort)
{
  for (unsigned tries = 0; tries < 24 && R->len; tries++) {
    unsigned recent = R->len < 12 || random_below(&R->state, 2) ? 0 : R->len - 12;
    const random_case *c = &R->cases[recent + random_below(&R->state, R->len - recent)];
    if (hd_sort_same(hd_term_sort(R->T, c->term), sort) && random_below(&R->state, 8)) return c;
  }
  return random_leaf(R, sort);
}

static inline unsigned random_width(random_terms *R)
{
  static const uint8_t widths[] = {1, 2, 7, 8, 8, 16, 32, 32, 33, 63, 64};
  if (R->len && random_below(&R->state, 8)) return R->widths[random_below(&R->state, 2)];
  return widths[random_below(&R->state, HD_COUNT(widths))];
}

static inline void random_select(random_terms *R, random_case *out)
{
  const random_case *a = random_pick(R, HD_ARRAY(INDEX_BITS, 8)), *i = random_pick(R, HD_BV(INDEX_BITS));
  out->term = hd_term_2(R->T, HD_OP_SELECT, a->term, i->term);
  for (unsigned e = 0; e < ENVIRONMENTS; e++) out->values[e] = a->elements[e][i->values[e]];
}

static inline void random_store(random_terms *R, random_case *out)
{
  const random_case *a = random_pick(R, HD_ARRAY(INDEX_BITS, 8)), *i = random_pick(R, HD_BV(INDEX_BITS));
  const random_case *v = random_pick(R, HD_BV(8));
  out->term = hd_term_3(R->T, HD_OP_STORE, a->term, i->term, v->term);
  memcpy(out->elements, a->elements, sizeof out->elements);
  for (unsigned e = 0; e < ENVIRONMENTS; e++) out->elements[e][i->values[e]] = v->values[e];
}

/* The sorts of the arguments of op, the first of which has the width w. */
static inline void random_arg_sorts(random_terms *R, hd_op op, unsigned w, hd_sort sorts[3])
{
  for (unsigned i = 0; i < 3; i++) sorts[i] = HD_BV(w);
  if (op <= HD_OP_OR) sorts[0] = sorts[1] = HD_BOOL;
  if (op == HD_OP_EQ && random_below(&R->state, 4) == 0) sorts[0] = sorts[1] = HD_BOOL;
  if (op == HD_OP_ITE) {
    sorts[0] = HD_BOOL;
    if (random_below(&R->state, 3) == 0) sorts[1] = sorts[2] = HD_BOOL;
  }
  if (op == HD_OP_CONCAT) {
    sorts[0] = HD_BV(1 + random_below(&R->state, 40));
    sorts[1] = HD_BV(1 + random_below(&R->state, 64 - sorts[0].width));
  }
}

static inline bool random_is_float_op(hd_op op)
{
  return op >= HD_OP_FADD && op <= HD_OP_FTOUI;
}

static inline bool random_needs_width(hd_op op)
{
  return op == HD_OP_ZEXT || op == HD_OP_SEXT || op >= HD_OP_FTOF;
}

static inline hd_op random_op(random_terms *R)
{
  hd_op op = (hd_op)(HD_OP_NOT + random_below(&R->state, HD_OP_COUNT - HD_OP_NOT));
  return op == HD_OP_DEREF ? HD_OP_EXTRACT : op;
}

/* Applies a random operator to random cases. */
static inline random_case *random_step(random_terms *R)
{
  bool any = random_below(&R->state, 4) == 0;
  hd_op op = any ? random_op(R) : (hd_op)R->ops[random_below(&R->state, FAVOURITES)];
  random_case made = {0};
  hd_terms *T = R->T;
  if (op == HD_OP_SELECT || op == HD_OP_STORE) {
    (op == HD_OP_SELECT ? random_select : random_store)(R, &made);
    *random_add(R) = made;
    return &R->cases[R->len - 1];
  }
  unsigned w = random_is_float_op(op) ? 32 + 32 * random_below(&R->state, 2) : random_width(R);
  unsigned low = 0, to = w;
  hd_sort sorts[3];
  const random_case *args[3];
  random_arg_sorts(R, op, w, sorts);
  for (unsigned i = 0; i < hd_op_arity(op); i++) args[i] = random_pick(R, sorts[i]);
  if (op == HD_OP_ZEXT || op == HD_OP_SEXT) to = R->widths[0] > w ? R->widths[0] : w + random_below(&R->state, 65 - w);
  if (op == HD_OP_FTOSI || op == HD_OP_FTOUI) to = random_width(R);
  if (op == HD_OP_FTOF || op == HD_OP_SITOF || op == HD_OP_UITOF) to = 32 + 32 * random_below(&R->state, 2);
  if (op == HD_OP_EXTRACT) {
    low = random_below(&R->state, w);
    to = 1 + random_below(&R->state, w - low);
    made.term = hd_term_extract(T, args[0]->term, low, to);
  } else if (random_needs_width(op)) {
    made.term = hd_term_to(T, op, to, args[0]->term);
  } else if (hd_op_arity(op) == 1) {
    made.term = hd_term_1(T, op, args[0]->term);
  } else if (hd_op_arity(op) == 2) {
    made.term = hd_term_2(T, op, args[0]->term, args[1]->term);
  } else {
    made.term = hd_term_3(T, op, args[0]->term, args[1]->term, args[2]->term);
  }
  for (unsigned e = 0; e < ENVIRONMENTS; e++) {
    uint64_t values[3] = {0};
    for (unsigned i = 0; i < hd_op_arity(op); i++) values[i] = args[i]->values[e];
    made.values[e] = hd_op_eval(op, hd_term_sort(T, made.term).width, sorts[0].width, low, values);
  }
  *random_add(R) = made;
  return &R->cases[R->len - 1];
}

/* A new case in the pool; up to MOST_CASES / 4 steps fit, whatever leaves they take. */
static inline void random_start(random_terms *R, hd_terms *T, uint64_t seed)
{
  R->T = T;
  R->state = seed;
  R->seed = random_next(&R->state);
  R->len = 0;
  for (unsigned i = 0; i < FAVOURITES; i++) R->ops[i] = (uint8_t)random_op(R);
  for (unsigned i = 0; i < 2; i++) R->widths[i] = (uint8_t)random_width(R);
}

#endif
