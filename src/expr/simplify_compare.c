/* simplify_compare.c - equality and order. Comparisons with a constant take the form x < k
 * or k < x; extensions are compared in the width they come from. */
#include "expr/simplify.h"

static hd_term equals_const(hd_terms *T, hd_term a, uint64_t k)
{
  return hd_term_2(T, HD_OP_EQ, a, hd_term_const(T, hd_node_at(T, a)->sort, k));
}

static hd_term simplify_eq_bool(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  if (hd_term_is_true(T, b)) return a;
  if (hd_term_is_false(T, b)) return hd_term_1(T, HD_OP_NOT, a);
  bool not_a = is_op(T, a, HD_OP_NOT), not_b = is_op(T, b, HD_OP_NOT);
  if (not_a && not_b) return hd_term_2(T, HD_OP_EQ, arg(T, a, 0), arg(T, b, 0));
  if (not_a && hd_term_same(arg(T, a, 0), b)) return hd_term_false(T);
  if (not_b && hd_term_same(arg(T, b, 0), a)) return hd_term_false(T);
  /* negations outward */
  if (not_a) return hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_EQ, arg(T, a, 0), b));
  if (not_b) return hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_EQ, a, arg(T, b, 0)));
  return HD_NO_TERM;
}

/* ext(x) = k: x = k in its own width, or never. */
static hd_term simplify_eq_extended(hd_terms *T, hd_term a, uint64_t k)
{
  hd_term x = arg(T, a, 0);
  unsigned inner = width_of(T, x), outer = width_of(T, a);
  uint64_t cut = k & hd_mask(inner);
  uint64_t back = is_op(T, a, HD_OP_SEXT) ? (uint64_t)hd_signed(cut, inner) & hd_mask(outer) : cut;
  return back == k ? equals_const(T, x, cut) : hd_term_false(T);
}

static hd_term simplify_eq_const(hd_terms *T, hd_term a, uint64_t k)
{
  uint64_t c;
  hd_op op = (hd_op)hd_node_at(T, a)->op;
  switch (op) {
  case HD_OP_ADD: return is_op_const(T, a, op, &c) ? equals_const(T, arg(T, a, 0), k - c) : HD_NO_TERM;
  case HD_OP_BXOR:
    if (is_op_const(T, a, op, &c)) return equals_const(T, arg(T, a, 0), k ^ c);
    return k == 0 ? hd_term_2(T, HD_OP_EQ, arg(T, a, 0), arg(T, a, 1)) : HD_NO_TERM;
  case HD_OP_SUB:
    if (is_const(T, arg(T, a, 0), &c)) return equals_const(T, arg(T, a, 1), c - k);
    return k == 0 ? hd_term_2(T, HD_OP_EQ, arg(T, a, 0), arg(T, a, 1)) : HD_NO_TERM;
  case HD_OP_BNOT: return equals_const(T, arg(T, a, 0), ~k);
  case HD_OP_NEG: return equals_const(T, arg(T, a, 0), -k);
  case HD_OP_BAND: return is_op_const(T, a, op, &c) && (k & ~c) ? hd_term_false(T) : HD_NO_TERM;
  case HD_OP_BOR: return is_op_const(T, a, op, &c) && (~k & c) ? hd_term_false(T) : HD_NO_TERM;
  case HD_OP_ZEXT:
  case HD_OP_SEXT: return simplify_eq_extended(T, a, k);
  default: break;
  }
  /* one bit: always compared with 1 */
  return width_of(T, a) == 1 && k == 0 ? hd_term_1(T, HD_OP_NOT, equals_const(T, a, 1)) : HD_NO_TERM;
}

/* Both extended in the same way from the same width? */
static bool extended_alike(const hd_terms *T, hd_term a, hd_term b)
{
  bool extended = is_op(T, a, HD_OP_ZEXT) || is_op(T, a, HD_OP_SEXT);
  return extended && hd_node_at(T, a)->op == hd_node_at(T, b)->op &&
         width_of(T, arg(T, a, 0)) == width_of(T, arg(T, b, 0));
}

/* a = a + c or a = ~a: never, when both are the same but for a change. */
static bool always_differ(const hd_terms *T, hd_term a, hd_term b)
{
  uint64_t c;
  if (is_op_const(T, a, HD_OP_ADD, &c) && hd_term_same(arg(T, a, 0), b)) return true;
  if (is_op_const(T, b, HD_OP_ADD, &c) && hd_term_same(arg(T, b, 0), a)) return true;
  return is_bnot_pair(T, a, b);
}

hd_term hd_simplify_eq(hd_terms *T, hd_app *n)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  uint64_t k, c;
  if (hd_term_same(a, b)) return hd_term_true(T);
  if (hd_node_at(T, a)->sort.kind == HD_SORT_BOOL) return simplify_eq_bool(T, n);
  if (is_const(T, b, &k)) return simplify_eq_const(T, a, k);
  if (always_differ(T, a, b)) return hd_term_false(T);
  if (extended_alike(T, a, b)) return hd_term_2(T, HD_OP_EQ, arg(T, a, 0), arg(T, b, 0));
  /* x + c = y + c */
  if (is_op_const(T, a, HD_OP_ADD, &k) && is_op_const(T, b, HD_OP_ADD, &c) && k == c)
    return hd_term_2(T, HD_OP_EQ, arg(T, a, 0), arg(T, b, 0));
  return HD_NO_TERM;
}

/* Order. */

static bool is_signed_op(hd_op op)
{
  return op == HD_OP_SLT || op == HD_OP_SLE;
}

static uint64_t least_of_width(bool is_signed, unsigned width)
{
  return is_signed ? UINT64_C(1) << (width - 1) : 0;
}

static uint64_t greatest(bool is_signed, unsigned width)
{
  return is_signed ? hd_mask(width) >> 1 : hd_mask(width);
}

static hd_term differs_from_const(hd_terms *T, hd_term a, uint64_t k)
{
  return hd_term_1(T, HD_OP_NOT, equals_const(T, a, k));
}

/* x < k, or k < x when `above`: x is an extension, compared in its own width. */
static hd_term simplify_less_extended(hd_terms *T, hd_op op, hd_term x, uint64_t k, bool above)
{
  bool zero = is_op(T, x, HD_OP_ZEXT);
  if (!zero && (op == HD_OP_ULT || !is_op(T, x, HD_OP_SEXT))) return HD_NO_TERM;
  hd_term inner = arg(T, x, 0);
  unsigned outer_width = width_of(T, x), width = width_of(T, inner);
  hd_op inner_op = zero ? HD_OP_ULT : HD_OP_SLT;
  /* everything as signed numbers, which an unsigned k of 64 bits may only exceed */
  bool huge = op == HD_OP_ULT && k > (uint64_t)INT64_MAX;
  int64_t bound = op == HD_OP_ULT ? (int64_t)k : hd_signed(k, outer_width);
  int64_t low = zero ? 0 : hd_signed(least_of_width(true, width), width);
  int64_t high = (int64_t)greatest(!zero, width);
  if (huge || bound > high) return hd_term_bool(T, !above);
  if (bound < low) return hd_term_bool(T, above);
  hd_term small = hd_term_bv(T, width, k);
  return above ? hd_term_2(T, inner_op, small, inner) : hd_term_2(T, inner_op, inner, small);
}

hd_term hd_simplify_less(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  bool is_signed = is_signed_op(n->op);
  unsigned width = width_of(T, a);
  uint64_t k, mask = hd_mask(width), low = least_of_width(is_signed, width), high = greatest(is_signed, width);
  if (hd_term_same(a, b)) return hd_term_false(T);
  if (is_const(T, b, &k)) {
    if (k == low) return hd_term_false(T);
    if (k == high) return differs_from_const(T, a, high);
    if (k == ((low + 1) & mask)) return equals_const(T, a, low);
    return simplify_less_extended(T, n->op, a, k, false);
  }
  if (is_const(T, a, &k)) {
    if (k == high) return hd_term_false(T);
    if (k == low) return differs_from_const(T, b, low);
    if (k == ((high - 1) & mask)) return equals_const(T, b, high);
    return simplify_less_extended(T, n->op, b, k, true);
  }
  if (!extended_alike(T, a, b)) return HD_NO_TERM;
  hd_op inner = is_op(T, a, HD_OP_SEXT) ? n->op : HD_OP_ULT;
  return hd_term_2(T, inner, arg(T, a, 0), arg(T, b, 0));
}

hd_term hd_simplify_less_eq(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  bool is_signed = is_signed_op(n->op);
  hd_op less = is_signed ? HD_OP_SLT : HD_OP_ULT;
  unsigned width = width_of(T, a);
  uint64_t k;
  if (hd_term_same(a, b)) return hd_term_true(T);
  if (is_const(T, b, &k)) {
    if (k == greatest(is_signed, width)) return hd_term_true(T);
    return hd_term_2(T, less, a, hd_term_bv(T, width, k + 1));
  }
  if (is_const(T, a, &k)) {
    if (k == least_of_width(is_signed, width)) return hd_term_true(T);
    return hd_term_2(T, less, hd_term_bv(T, width, k - 1), b);
  }
  if (!extended_alike(T, a, b)) return HD_NO_TERM;
  hd_op inner = is_op(T, a, HD_OP_SEXT) ? n->op : HD_OP_ULE;
  return hd_term_2(T, inner, arg(T, a, 0), arg(T, b, 0));
}
