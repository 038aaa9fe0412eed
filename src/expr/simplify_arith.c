/* simplify_arith.c - sums, products and quotients. Constants move outward, so that
 * (x + 1) + 2 and (x + 2) + 1 are one term. */
#include "expr/simplify.h"

static hd_term add_const(hd_terms *T, hd_term a, uint64_t k)
{
  return hd_term_2(T, HD_OP_ADD, a, hd_term_bv(T, width_of(T, a), k));
}

static hd_term mul_const(hd_terms *T, hd_term a, uint64_t k)
{
  return hd_term_2(T, HD_OP_MUL, a, hd_term_bv(T, width_of(T, a), k));
}

static hd_term sub_from(hd_terms *T, uint64_t k, hd_term a)
{
  return hd_term_2(T, HD_OP_SUB, hd_term_bv(T, width_of(T, a), k), a);
}

static hd_term simplify_add_const(hd_terms *T, hd_term a, uint64_t k)
{
  uint64_t c;
  if (k == 0) return a;
  if (is_op_const(T, a, HD_OP_ADD, &c)) return add_const(T, arg(T, a, 0), c + k);
  if (is_op(T, a, HD_OP_SUB) && is_const(T, arg(T, a, 0), &c)) return sub_from(T, c + k, arg(T, a, 1));
  if (is_op(T, a, HD_OP_NEG)) return sub_from(T, k, arg(T, a, 0));
  if (is_op(T, a, HD_OP_BNOT)) return sub_from(T, k - 1, arg(T, a, 0));
  return HD_NO_TERM;
}

/* a + b where a gives way to b; both orders are tried. */
static hd_term simplify_add_pair(hd_terms *T, hd_term a, hd_term b)
{
  uint64_t c;
  if (is_op_const(T, a, HD_OP_ADD, &c)) return add_const(T, hd_term_2(T, HD_OP_ADD, arg(T, a, 0), b), c);
  if (is_op(T, a, HD_OP_NEG)) return hd_term_2(T, HD_OP_SUB, b, arg(T, a, 0));
  if (is_op(T, a, HD_OP_SUB) && hd_term_same(arg(T, a, 1), b)) return arg(T, a, 0);
  return HD_NO_TERM;
}

hd_term hd_simplify_add(hd_terms *T, hd_app *n)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  uint64_t k;
  if (is_const(T, b, &k)) return simplify_add_const(T, a, k);
  if (is_bnot_pair(T, a, b)) return hd_term_bv(T, n->sort.width, UINT64_MAX);
  hd_term t = simplify_add_pair(T, a, b);
  return hd_term_is(t) ? t : simplify_add_pair(T, b, a);
}

/* a - b where one of them is a sum with a constant. */
static hd_term simplify_sub_sums(hd_terms *T, hd_term a, hd_term b)
{
  uint64_t c;
  if (is_op_const(T, a, HD_OP_ADD, &c)) return add_const(T, hd_term_2(T, HD_OP_SUB, arg(T, a, 0), b), c);
  if (is_op_const(T, b, HD_OP_ADD, &c)) return add_const(T, hd_term_2(T, HD_OP_SUB, a, arg(T, b, 0)), -c);
  if (is_op(T, b, HD_OP_SUB) && is_const(T, arg(T, b, 0), &c))
    return add_const(T, hd_term_2(T, HD_OP_ADD, a, arg(T, b, 1)), -c);
  return HD_NO_TERM;
}

hd_term hd_simplify_sub(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  uint64_t k;
  if (hd_term_same(a, b)) return hd_term_bv(T, n->sort.width, 0);
  if (is_const(T, b, &k)) return add_const(T, a, -k);
  if (is_const(T, a, &k) && k == 0) return hd_term_1(T, HD_OP_NEG, b);
  if (is_const(T, a, &k) && is_op(T, b, HD_OP_BNOT)) return add_const(T, arg(T, b, 0), k + 1);
  if (is_op(T, b, HD_OP_NEG)) return hd_term_2(T, HD_OP_ADD, a, arg(T, b, 0));
  hd_term rest = other_arg(T, a, HD_OP_ADD, b);
  if (hd_term_is(rest)) return rest;
  rest = other_arg(T, b, HD_OP_ADD, a);
  if (hd_term_is(rest)) return hd_term_1(T, HD_OP_NEG, rest);
  if (is_op_of(T, b, HD_OP_SUB, a)) return arg(T, b, 1);
  if (is_op_of(T, a, HD_OP_SUB, b)) return hd_term_1(T, HD_OP_NEG, arg(T, a, 1));
  return simplify_sub_sums(T, a, b);
}

hd_term hd_simplify_neg(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  uint64_t c;
  if (is_op(T, a, HD_OP_NEG)) return arg(T, a, 0);
  if (is_op(T, a, HD_OP_SUB)) return hd_term_2(T, HD_OP_SUB, arg(T, a, 1), arg(T, a, 0));
  if (is_op_const(T, a, HD_OP_ADD, &c)) return sub_from(T, -c, arg(T, a, 0));
  if (is_op(T, a, HD_OP_BNOT)) return add_const(T, arg(T, a, 0), 1);
  if (is_op_const(T, a, HD_OP_MUL, &c)) return mul_const(T, arg(T, a, 0), -c);
  return HD_NO_TERM;
}

static hd_term simplify_mul_const(hd_terms *T, hd_term a, uint64_t k)
{
  unsigned width = width_of(T, a);
  uint64_t c;
  if (k == 0) return hd_term_bv(T, width, 0);
  if (k == 1) return a;
  if (is_op_const(T, a, HD_OP_MUL, &c)) return mul_const(T, arg(T, a, 0), c * k);
  if (k == hd_mask(width)) return hd_term_1(T, HD_OP_NEG, a);
  if (is_op(T, a, HD_OP_NEG)) return mul_const(T, arg(T, a, 0), -k);
  return HD_NO_TERM;
}

hd_term hd_simplify_mul(hd_terms *T, hd_app *n)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  uint64_t k;
  if (is_const(T, b, &k)) return simplify_mul_const(T, a, k);
  if (is_op(T, a, HD_OP_NEG) && is_op(T, b, HD_OP_NEG)) return hd_term_2(T, HD_OP_MUL, arg(T, a, 0), arg(T, b, 0));
  return HD_NO_TERM;
}

/* Division: x / x and 0 / x are not constants, because of x = 0. */

hd_term hd_simplify_udiv(hd_terms *T, hd_app *n)
{
  uint64_t k;
  if (!is_const(T, n->args[1], &k) || k > 1) return HD_NO_TERM;
  return k == 1 ? n->args[0] : hd_term_bv(T, n->sort.width, UINT64_MAX);
}

hd_term hd_simplify_sdiv(hd_terms *T, hd_app *n)
{
  uint64_t k;
  if (!is_const(T, n->args[1], &k)) return HD_NO_TERM;
  if (k == hd_mask(n->sort.width)) return hd_term_1(T, HD_OP_NEG, n->args[0]);
  return k == 1 ? n->args[0] : HD_NO_TERM;
}

/* The remainders, on the other hand, are 0 for x % x and 0 % x, x = 0 included. */
static hd_term simplify_rem(hd_terms *T, hd_app *n, uint64_t minus_one)
{
  hd_term zero = hd_term_bv(T, n->sort.width, 0);
  uint64_t k;
  if (hd_term_same(n->args[0], n->args[1]) || hd_term_same(n->args[0], zero)) return zero;
  if (!is_const(T, n->args[1], &k)) return HD_NO_TERM;
  if (k == 0) return n->args[0];
  return k == 1 || k == minus_one ? zero : HD_NO_TERM;
}

hd_term hd_simplify_urem(hd_terms *T, hd_app *n)
{
  return simplify_rem(T, n, 1);
}

hd_term hd_simplify_srem(hd_terms *T, hd_app *n)
{
  return simplify_rem(T, n, hd_mask(n->sort.width));
}

/* Bits that hold the term's signed value. */
static unsigned signed_bits(const hd_terms *T, hd_term t)
{
  const hd_node *n = hd_node_at(T, t);
  unsigned width = n->sort.width, bits = 1;
  switch ((hd_op)n->op) {
  case HD_OP_SEXT: return width_of(T, arg(T, t, 0));
  case HD_OP_ZEXT: return width_of(T, arg(T, t, 0)) + 1;
  case HD_OP_CONST:
    while (bits < width && hd_signed(n->value & hd_mask(bits), bits) != hd_signed(n->value, width)) bits++;
    return bits;
  default: return width;
  }
}

hd_term hd_simplify_overflow(hd_terms *T, hd_app *n)
{
  if (n->op != HD_OP_SSUBO) order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  unsigned width = width_of(T, a), bits_a = signed_bits(T, a), bits_b = signed_bits(T, b);
  unsigned needed = n->op == HD_OP_SMULO ? bits_a + bits_b : (bits_a > bits_b ? bits_a : bits_b) + 1;
  uint64_t k;
  if (needed <= width || (n->op == HD_OP_SSUBO && hd_term_same(a, b))) return hd_term_false(T);
  if (!is_const(T, b, &k)) return HD_NO_TERM;
  bool harmless = k == 0 || (n->op == HD_OP_SMULO && k == 1 && width > 1);
  return harmless ? hd_term_false(T) : HD_NO_TERM;
}
