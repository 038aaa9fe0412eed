/* choose_arith.c - which arithmetic suits a set of terms. */
#include "expr/memo.h"
#include "logic/integer.h"

static bool is_constant(const hd_terms *T, hd_term t, unsigned i)
{
  return hd_term_op(T, hd_term_arg(T, t, i)) == HD_OP_CONST;
}

/* Is the value 0 or 1 by its shape? */
static bool is_single_bit(const hd_terms *T, hd_term t)
{
  uint64_t value;
  hd_op op = hd_term_op(T, t);
  if (hd_term_sort(T, t).width == 1) return true;
  if (op == HD_OP_ZEXT) return hd_term_sort(T, hd_term_arg(T, t, 0)).width == 1;
  if (op == HD_OP_ITE) return is_single_bit(T, hd_term_arg(T, t, 1)) && is_single_bit(T, hd_term_arg(T, t, 2));
  if (op == HD_OP_BAND || op == HD_OP_BOR || op == HD_OP_BXOR)
    return is_single_bit(T, hd_term_arg(T, t, 0)) && is_single_bit(T, hd_term_arg(T, t, 1));
  return hd_term_is_const(T, t, &value) && value <= 1;
}

/* A factor that soon leaves the range, again and again: hashes and generators. */
enum { LARGE_FACTOR = 1 << 16, MANY_RUNS = 3 };

static bool is_large(const hd_terms *T, hd_term t, unsigned i)
{
  hd_term a = hd_term_arg(T, t, i);
  uint64_t value;
  if (!hd_term_is_const(T, a, &value)) return false;
  int64_t number = hd_signed(value, hd_term_sort(T, a).width);
  return number > LARGE_FACTOR || number < -LARGE_FACTOR;
}

static bool bits_matter(const hd_terms *T, hd_term t)
{
  hd_op op = hd_term_op(T, t);
  uint64_t mask;
  if (op >= HD_OP_FADD) return true;
  switch (op) {
  case HD_OP_MUL:
  case HD_OP_SMULO:
    if (is_large(T, t, 0) || is_large(T, t, 1)) return true;
    return !is_constant(T, t, 0) && !is_constant(T, t, 1);
  case HD_OP_UDIV:
  case HD_OP_SDIV:
  case HD_OP_UREM:
  case HD_OP_SREM:
  case HD_OP_LSHR:
  case HD_OP_ASHR: return !is_constant(T, t, 1);
  case HD_OP_SHL: return !is_constant(T, t, 0) && !is_constant(T, t, 1);
  case HD_OP_BAND:
  case HD_OP_BOR:
  case HD_OP_BXOR:
    if (hd_term_is_const(T, hd_term_arg(T, t, 1), &mask)) return hd_mask_runs(mask) > MANY_RUNS;
    return !is_single_bit(T, t);
  default: return false;
  }
}

hd_arith hd_arith_choose(const hd_terms *T, const hd_term *terms, size_t n)
{
  return hd_terms_have(T, terms, n, bits_matter) ? HD_ARITH_BV : HD_ARITH_INT;
}

hd_arith hd_arith_of_program(const hd_program *p, hd_arith asked)
{
  if (asked != HD_ARITH_AUTO) return asked;
  HD_VEC(hd_term) terms = {0};
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const hd_edge_info *e = &p->edges.data[i];
    hd_vec_push(&terms, e->guard);
    hd_vec_push(&terms, e->cond);
    for (uint32_t k = 0; k < e->n_assigns; k++) hd_vec_push(&terms, e->assigns[k].value);
  }
  hd_arith arith = hd_arith_choose(p->terms, terms.data, terms.len);
  hd_vec_clear(&terms);
  return arith;
}
