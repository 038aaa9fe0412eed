/* simplify_bits.c - bitwise operators, shifts, and the cutting and joining of bit-vectors. */
#include "expr/simplify.h"

static hd_term with_const(hd_terms *T, hd_op op, hd_term a, uint64_t k)
{
  return hd_term_2(T, op, a, hd_term_bv(T, width_of(T, a), k));
}

/* band and bor mirror each other; unit and zero are the constants that leave everything
 * and nothing of the other argument. */
static hd_term simplify_masking(hd_terms *T, hd_app *n, uint64_t unit, uint64_t zero)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  hd_op op = n->op, dual = op == HD_OP_BAND ? HD_OP_BOR : HD_OP_BAND;
  uint64_t k, c;
  if (hd_term_same(a, b)) return a;
  if (is_const(T, b, &k)) {
    if (k == unit) return a;
    if (k == zero) return b;
    if (!is_op_const(T, a, op, &c)) return HD_NO_TERM;
    return with_const(T, op, arg(T, a, 0), op == HD_OP_BAND ? c & k : c | k);
  }
  if (is_bnot_pair(T, a, b)) return hd_term_bv(T, n->sort.width, zero);
  if (hd_term_is(other_arg(T, a, op, b)) || hd_term_is(other_arg(T, b, dual, a))) return a;
  if (hd_term_is(other_arg(T, b, op, a)) || hd_term_is(other_arg(T, a, dual, b))) return b;
  return HD_NO_TERM;
}

hd_term hd_simplify_band(hd_terms *T, hd_app *n)
{
  uint64_t mask = hd_mask(n->sort.width), k;
  hd_term t = simplify_masking(T, n, mask, 0);
  if (hd_term_is(t)) return t;
  /* a mask that covers all that a zero-extended term can have */
  if (!is_const(T, n->args[1], &k) || !is_op(T, n->args[0], HD_OP_ZEXT)) return HD_NO_TERM;
  hd_term inner = arg(T, n->args[0], 0);
  uint64_t within = hd_mask(width_of(T, inner));
  if ((k & within) == within) return n->args[0];
  return hd_term_to(T, HD_OP_ZEXT, n->sort.width, with_const(T, HD_OP_BAND, inner, k));
}

hd_term hd_simplify_bor(hd_terms *T, hd_app *n)
{
  return simplify_masking(T, n, 0, hd_mask(n->sort.width));
}

static hd_term simplify_bxor_const(hd_terms *T, hd_term a, uint64_t k)
{
  uint64_t c;
  if (k == 0) return a;
  if (is_op_const(T, a, HD_OP_BXOR, &c)) return with_const(T, HD_OP_BXOR, arg(T, a, 0), c ^ k);
  if (k == hd_mask(width_of(T, a))) return hd_term_1(T, HD_OP_BNOT, a);
  if (is_op(T, a, HD_OP_BNOT)) return with_const(T, HD_OP_BXOR, arg(T, a, 0), ~k);
  return HD_NO_TERM;
}

hd_term hd_simplify_bxor(hd_terms *T, hd_app *n)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  uint64_t k;
  if (hd_term_same(a, b)) return hd_term_bv(T, n->sort.width, 0);
  if (is_const(T, b, &k)) return simplify_bxor_const(T, a, k);
  if (is_bnot_pair(T, a, b)) return hd_term_bv(T, n->sort.width, UINT64_MAX);
  if (is_op(T, a, HD_OP_BNOT) && is_op(T, b, HD_OP_BNOT)) return hd_term_2(T, HD_OP_BXOR, arg(T, a, 0), arg(T, b, 0));
  hd_term rest = other_arg(T, a, HD_OP_BXOR, b);
  return hd_term_is(rest) ? rest : other_arg(T, b, HD_OP_BXOR, a);
}

hd_term hd_simplify_bnot(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  uint64_t c;
  if (is_op(T, a, HD_OP_BNOT)) return arg(T, a, 0);
  if (is_op(T, a, HD_OP_NEG)) return with_const(T, HD_OP_ADD, arg(T, a, 0), UINT64_MAX);
  if (is_op_const(T, a, HD_OP_BXOR, &c)) return with_const(T, HD_OP_BXOR, arg(T, a, 0), ~c);
  return HD_NO_TERM;
}

/* shl, lshr, ashr: amounts add up, and from the width on nothing is left (ashr: the sign). */
hd_term hd_simplify_shift(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  unsigned width = n->sort.width;
  uint64_t k, c;
  if (is_const(T, a, &c) && (c == 0 || (n->op == HD_OP_ASHR && c == hd_mask(width)))) return a;
  if (!is_const(T, n->args[1], &k)) return HD_NO_TERM;
  if (k == 0) return a;
  if (k >= width) {
    if (n->op != HD_OP_ASHR) return hd_term_bv(T, width, 0);
    return width == 1 ? a : with_const(T, n->op, a, width - 1);
  }
  if (!is_op_const(T, a, n->op, &c)) return HD_NO_TERM;
  /* the inner amount is below the width, but the sum may not fit it */
  if (c + k < width) return with_const(T, n->op, arg(T, a, 0), c + k);
  return n->op == HD_OP_ASHR ? with_const(T, n->op, arg(T, a, 0), width - 1) : hd_term_bv(T, width, 0);
}

/* zext and sext. */
hd_term hd_simplify_extend(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  if (width_of(T, a) == n->sort.width) return a;
  if (is_op(T, a, HD_OP_ZEXT)) return hd_term_to(T, HD_OP_ZEXT, n->sort.width, arg(T, a, 0));
  if (is_op(T, a, n->op)) return hd_term_to(T, n->op, n->sort.width, arg(T, a, 0));
  return HD_NO_TERM;
}

/* Bits low .. low+width-1 of an extension of x. */
static hd_term extract_extended(hd_terms *T, hd_op op, hd_term x, unsigned low, unsigned width)
{
  unsigned inner = width_of(T, x);
  if (low + width <= inner) return hd_term_extract(T, x, low, width);
  if (low >= inner) {
    if (op == HD_OP_ZEXT) return hd_term_bv(T, width, 0);
    low = inner - 1;
  }
  return hd_term_to(T, op, width, hd_term_extract(T, x, low, inner - low));
}

static hd_term extract_joined(hd_terms *T, hd_term a, unsigned low, unsigned width)
{
  hd_term high_part = arg(T, a, 0), low_part = arg(T, a, 1);
  unsigned border = width_of(T, low_part);
  if (low >= border) return hd_term_extract(T, high_part, low - border, width);
  if (low + width <= border) return hd_term_extract(T, low_part, low, width);
  hd_term above = hd_term_extract(T, high_part, 0, low + width - border);
  return hd_term_2(T, HD_OP_CONCAT, above, hd_term_extract(T, low_part, low, border - low));
}

static bool is_narrow(const hd_terms *T, hd_term t)
{
  return is_op(T, t, HD_OP_CONST) || is_op(T, t, HD_OP_ZEXT) || is_op(T, t, HD_OP_SEXT);
}

/* Arithmetic that was widened by C's promotions only to be cut again. */
static hd_term extract_computed(hd_terms *T, hd_term a, unsigned low, unsigned width)
{
  hd_op op = (hd_op)hd_node_at(T, a)->op;
  bool bitwise = op == HD_OP_BAND || op == HD_OP_BOR || op == HD_OP_BXOR || op == HD_OP_BNOT;
  bool upward = op == HD_OP_ADD || op == HD_OP_SUB || op == HD_OP_MUL || op == HD_OP_NEG;
  if (!bitwise && !(upward && low == 0)) return HD_NO_TERM;
  hd_term x = arg(T, a, 0), y = arg(T, a, 1);
  if (!is_narrow(T, x) || (hd_term_is(y) && !is_narrow(T, y))) return HD_NO_TERM;
  hd_term cut_x = hd_term_extract(T, x, low, width);
  if (!hd_term_is(y)) return hd_term_1(T, op, cut_x);
  return hd_term_2(T, op, cut_x, hd_term_extract(T, y, low, width));
}

hd_term hd_simplify_extract(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  unsigned low = (unsigned)n->value, width = n->sort.width;
  if (width == width_of(T, a)) return a;
  switch ((hd_op)hd_node_at(T, a)->op) {
  case HD_OP_EXTRACT: return hd_term_extract(T, arg(T, a, 0), low + (unsigned)hd_node_at(T, a)->value, width);
  case HD_OP_ZEXT: return extract_extended(T, HD_OP_ZEXT, arg(T, a, 0), low, width);
  case HD_OP_SEXT: return extract_extended(T, HD_OP_SEXT, arg(T, a, 0), low, width);
  case HD_OP_CONCAT: return extract_joined(T, a, low, width);
  default: return extract_computed(T, a, low, width);
  }
}

/* Two neighbouring pieces of one term as one piece, or HD_NO_TERM. */
static hd_term rejoin(hd_terms *T, hd_term high, hd_term low)
{
  uint64_t k, c;
  if (is_const(T, high, &k) && is_const(T, low, &c)) return hd_term_2(T, HD_OP_CONCAT, high, low);
  if (!is_op(T, high, HD_OP_EXTRACT) || !is_op_of(T, low, HD_OP_EXTRACT, arg(T, high, 0))) return HD_NO_TERM;
  unsigned from = (unsigned)hd_node_at(T, low)->value, cut = width_of(T, low);
  if (hd_node_at(T, high)->value != from + cut) return HD_NO_TERM;
  return hd_term_extract(T, arg(T, high, 0), from, cut + width_of(T, high));
}

hd_term hd_simplify_concat(hd_terms *T, hd_app *n)
{
  hd_term high = n->args[0], low = n->args[1], piece;
  uint64_t k;
  if (is_const(T, high, &k) && k == 0) return hd_term_to(T, HD_OP_ZEXT, n->sort.width, low);
  if (is_op(T, high, HD_OP_ZEXT))
    return hd_term_to(T, HD_OP_ZEXT, n->sort.width, hd_term_2(T, HD_OP_CONCAT, arg(T, high, 0), low));
  if (is_op(T, high, HD_OP_EXTRACT) && hd_term_is(piece = rejoin(T, high, low))) return piece;
  if (is_op(T, high, HD_OP_CONCAT)) {
    /* to the right: concat(a, concat(b, c)) */
    hd_term rest = hd_term_2(T, HD_OP_CONCAT, arg(T, high, 1), low);
    return hd_term_2(T, HD_OP_CONCAT, arg(T, high, 0), rest);
  }
  if (!is_op(T, low, HD_OP_CONCAT)) return HD_NO_TERM;
  piece = rejoin(T, high, arg(T, low, 0));
  return hd_term_is(piece) ? hd_term_2(T, HD_OP_CONCAT, piece, arg(T, low, 1)) : HD_NO_TERM;
}
