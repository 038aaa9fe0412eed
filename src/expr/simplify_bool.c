/* simplify_bool.c - not, and, or, ite. */
#include "expr/simplify.h"

/* not(a < b) is b <= a; HD_OP_COUNT when the operator is no comparison. */
static hd_op complement_op(hd_op op)
{
  switch (op) {
  case HD_OP_ULT: return HD_OP_ULE;
  case HD_OP_ULE: return HD_OP_ULT;
  case HD_OP_SLT: return HD_OP_SLE;
  case HD_OP_SLE: return HD_OP_SLT;
  default: return HD_OP_COUNT;
  }
}

/* x < k and k-1 < x: the form that comparisons with constants take. */
static bool is_split_at(const hd_terms *T, hd_term below, hd_term above)
{
  uint64_t k, j;
  return hd_term_same(arg(T, below, 0), arg(T, above, 1)) && is_const(T, arg(T, below, 1), &k) &&
         is_const(T, arg(T, above, 0), &j) && ((j + 1) & hd_mask(width_of(T, arg(T, below, 1)))) == k;
}

static bool is_complement(const hd_terms *T, hd_term a, hd_term b)
{
  if (is_op_of(T, a, HD_OP_NOT, b) || is_op_of(T, b, HD_OP_NOT, a)) return true;
  hd_op op = (hd_op)hd_node_at(T, a)->op, with = complement_op(op);
  if (with == HD_OP_COUNT) return false;
  if (is_op(T, b, with)) return hd_term_same(arg(T, a, 0), arg(T, b, 1)) && hd_term_same(arg(T, a, 1), arg(T, b, 0));
  if (!is_op(T, b, op)) return false;
  return is_split_at(T, a, b) || is_split_at(T, b, a);
}

hd_term hd_simplify_not(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0];
  if (is_op(T, a, HD_OP_NOT)) return arg(T, a, 0);
  hd_op complement = complement_op((hd_op)hd_node_at(T, a)->op);
  return complement == HD_OP_COUNT ? HD_NO_TERM : hd_term_2(T, complement, arg(T, a, 1), arg(T, a, 0));
}

/* x = k1 and x = k2 of the same x, with different constants. */
static bool is_equal_to_two(const hd_terms *T, hd_term a, hd_term b)
{
  uint64_t k, j;
  return is_op_const(T, a, HD_OP_EQ, &k) && is_op_const(T, b, HD_OP_EQ, &j) &&
         hd_term_same(arg(T, a, 0), arg(T, b, 0)) && k != j;
}

/* and(a, b) where a, b or what they are made of say the same; `op` is AND or OR, the rules
 * of which mirror each other. zero: what one false (true) argument makes of it. */
static hd_term absorb(hd_terms *T, hd_op op, hd_term zero, hd_term a, hd_term b)
{
  hd_op dual = op == HD_OP_AND ? HD_OP_OR : HD_OP_AND;
  if (hd_term_is(other_arg(T, b, op, a))) return b;
  if (hd_term_is(other_arg(T, b, dual, a))) return a;
  if (!is_op(T, b, op) && !is_op(T, b, dual)) return HD_NO_TERM;
  for (unsigned i = 0; i < 2; i++) {
    if (!is_complement(T, a, arg(T, b, i))) continue;
    return is_op(T, b, op) ? zero : hd_term_2(T, op, a, arg(T, b, 1 - i));
  }
  return HD_NO_TERM;
}

static hd_term simplify_junction(hd_terms *T, hd_app *n, hd_term unit, hd_term zero)
{
  order_args(T, n);
  hd_term a = n->args[0], b = n->args[1];
  if (hd_term_same(b, unit) || hd_term_same(a, b)) return a;
  if (hd_term_same(b, zero) || is_complement(T, a, b)) return zero;
  hd_term t = absorb(T, n->op, zero, a, b);
  return hd_term_is(t) ? t : absorb(T, n->op, zero, b, a);
}

hd_term hd_simplify_and(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  if (is_equal_to_two(T, a, b)) return hd_term_false(T);
  if (is_op(T, a, HD_OP_NOT) && is_equal_to_two(T, arg(T, a, 0), b)) return b;
  if (is_op(T, b, HD_OP_NOT) && is_equal_to_two(T, arg(T, b, 0), a)) return a;
  return simplify_junction(T, n, hd_term_true(T), hd_term_false(T));
}

hd_term hd_simplify_or(hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  bool not_a = is_op(T, a, HD_OP_NOT), not_b = is_op(T, b, HD_OP_NOT);
  if (not_a && not_b && is_equal_to_two(T, arg(T, a, 0), arg(T, b, 0))) return hd_term_true(T);
  if (not_a && is_equal_to_two(T, arg(T, a, 0), b)) return a;
  if (not_b && is_equal_to_two(T, arg(T, b, 0), a)) return b;
  return simplify_junction(T, n, hd_term_false(T), hd_term_true(T));
}

static bool reads(const hd_terms *T, hd_term t)
{
  return hd_node_at(T, t)->reads;
}

/* A Boolean ite with a constant branch is a junction, unless its other branch reads memory
 * that the condition guards. */
static hd_term simplify_bool_ite(hd_terms *T, hd_term c, hd_term a, hd_term b)
{
  uint64_t k;
  bool const_a = is_const(T, a, &k), const_b = is_const(T, b, &k);
  if (const_a && const_b) return hd_term_is_true(T, a) ? c : hd_term_1(T, HD_OP_NOT, c);
  if (hd_term_same(a, c)) return hd_term_3(T, HD_OP_ITE, c, hd_term_true(T), b);
  if (hd_term_same(b, c)) return hd_term_3(T, HD_OP_ITE, c, a, hd_term_false(T));
  if (const_a && !reads(T, b)) {
    if (hd_term_is_true(T, a)) return hd_term_2(T, HD_OP_OR, c, b);
    return hd_term_2(T, HD_OP_AND, hd_term_1(T, HD_OP_NOT, c), b);
  }
  if (const_b && !reads(T, a)) {
    if (hd_term_is_false(T, b)) return hd_term_2(T, HD_OP_AND, c, a);
    return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, c), a);
  }
  return HD_NO_TERM;
}

/* Branches that ask again what is known, or that lead to the same value. */
static hd_term simplify_nested_ite(hd_terms *T, hd_term c, hd_term a, hd_term b)
{
  if (is_op_of(T, a, HD_OP_ITE, c)) return hd_term_3(T, HD_OP_ITE, c, arg(T, a, 1), b);
  if (is_op_of(T, b, HD_OP_ITE, c)) return hd_term_3(T, HD_OP_ITE, c, a, arg(T, b, 2));
  if (!is_op(T, b, HD_OP_ITE) || reads(T, arg(T, b, 0))) return HD_NO_TERM;
  hd_term d = arg(T, b, 0), b1 = arg(T, b, 1), b2 = arg(T, b, 2);
  if (hd_term_same(b1, a)) return hd_term_3(T, HD_OP_ITE, hd_term_2(T, HD_OP_OR, c, d), a, b2);
  if (hd_term_same(b2, a)) {
    hd_term to_b1 = hd_term_2(T, HD_OP_AND, hd_term_1(T, HD_OP_NOT, c), d);
    return hd_term_3(T, HD_OP_ITE, to_b1, b1, a);
  }
  return HD_NO_TERM;
}

hd_term hd_simplify_ite(hd_terms *T, hd_app *n)
{
  hd_term c = n->args[0], a = n->args[1], b = n->args[2];
  if (hd_term_is_true(T, c) || hd_term_same(a, b)) return a;
  if (hd_term_is_false(T, c)) return b;
  if (is_op(T, c, HD_OP_NOT)) return hd_term_3(T, HD_OP_ITE, arg(T, c, 0), b, a);
  /* ite(a = b, a, b) is b */
  if (hd_term_same(other_arg(T, c, HD_OP_EQ, a), b)) return b;
  if (n->sort.kind == HD_SORT_BOOL) {
    hd_term t = simplify_bool_ite(T, c, a, b);
    if (hd_term_is(t)) return t;
  }
  return simplify_nested_ite(T, c, a, b);
}
