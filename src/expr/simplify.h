/* simplify.h - shared by the rules of the simplifier.
 *
 * A rule sees an application whose arguments are in normal form and returns an equivalent
 * term, or HD_NO_TERM when the application is in normal form itself. Three things keep
 * building idempotent and its cost bounded:
 *   a rule looks only at the terms, never at the rest of the pool;
 *   every result is built by the builders, so the rules hold in it too;
 *   a rule looks a fixed number of levels down (widths, which shrink, bound the rest).
 * A rule never moves a read (SELECT, DEREF) out of the branch of an ITE that guards it. */
#ifndef HD_EXPR_SIMPLIFY_H
#define HD_EXPR_SIMPLIFY_H

#include "expr/pool.h"

typedef hd_term hd_rule(hd_terms *T, hd_app *n);

hd_rule hd_simplify_not, hd_simplify_and, hd_simplify_or, hd_simplify_ite;
hd_rule hd_simplify_eq, hd_simplify_less, hd_simplify_less_eq, hd_simplify_overflow;
hd_rule hd_simplify_add, hd_simplify_sub, hd_simplify_mul, hd_simplify_neg;
hd_rule hd_simplify_udiv, hd_simplify_sdiv, hd_simplify_urem, hd_simplify_srem;
hd_rule hd_simplify_band, hd_simplify_bor, hd_simplify_bxor, hd_simplify_bnot, hd_simplify_shift;
hd_rule hd_simplify_extend, hd_simplify_extract, hd_simplify_concat;
hd_rule hd_simplify_select, hd_simplify_store;
hd_rule hd_simplify_commutative, hd_simplify_fneg, hd_simplify_ftof;

static inline bool is_op(const hd_terms *T, hd_term t, hd_op op)
{
  return hd_node_at(T, t)->op == op;
}

static inline hd_term arg(const hd_terms *T, hd_term t, unsigned i)
{
  return (hd_term){hd_node_at(T, t)->args[i]};
}

static inline unsigned width_of(const hd_terms *T, hd_term t)
{
  return hd_node_at(T, t)->sort.width;
}

static inline bool is_const(const hd_terms *T, hd_term t, uint64_t *value)
{
  const hd_node *n = hd_node_at(T, t);
  *value = n->value;
  return n->op == HD_OP_CONST;
}

/* Is it op(x, constant)? Commutative operators have their constant last. */
static inline bool is_op_const(const hd_terms *T, hd_term t, hd_op op, uint64_t *value)
{
  return is_op(T, t, op) && is_const(T, arg(T, t, 1), value);
}

/* Is it op(x)? */
static inline bool is_op_of(const hd_terms *T, hd_term t, hd_op op, hd_term x)
{
  return is_op(T, t, op) && hd_term_same(arg(T, t, 0), x);
}

/* Is one of them the bitwise complement of the other? */
static inline bool is_bnot_pair(const hd_terms *T, hd_term a, hd_term b)
{
  return is_op_of(T, a, HD_OP_BNOT, b) || is_op_of(T, b, HD_OP_BNOT, a);
}

/* op(.., x, ..) of two arguments: the other one, or HD_NO_TERM. */
static inline hd_term other_arg(const hd_terms *T, hd_term t, hd_op op, hd_term x)
{
  if (!is_op(T, t, op)) return HD_NO_TERM;
  if (hd_term_same(arg(T, t, 0), x)) return arg(T, t, 1);
  return hd_term_same(arg(T, t, 1), x) ? arg(T, t, 0) : HD_NO_TERM;
}

/* Commutative arguments: in an order that only depends on what they are, a constant last. */
static inline void order_args(const hd_terms *T, hd_app *n)
{
  hd_term a = n->args[0], b = n->args[1];
  if (!hd_term_precedes(T, b, a)) return;
  n->args[0] = b;
  n->args[1] = a;
}

#endif
