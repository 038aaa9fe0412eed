/* linear_read.c - terms as sums, and literals as rows. */
#include "logic/linear_rows.h"

/* --- terms --------------------------------------------------------------------------------------------- */

static bool affine_fits(const hd_linear *x, const hd_affine *a, unsigned width)
{
  hd_range v = hd_range_of(x, a), all = hd_range_of_width(width);
  return v.low >= all.low && v.high <= all.high;
}

static hd_affine affine_modular(hd_linear *x, hd_term t);

/* The integer that the term's bits are, read as signed; fails where that is not known to be linear. */
static hd_affine affine_integer(hd_linear *x, hd_term t)
{
  hd_affine a = affine_modular(x, t);
  if (!a.fails && !affine_fits(x, &a, hd_term_sort(x->T, t).width)) a.fails = true;
  return a;
}

static hd_affine of_arguments(hd_linear *x, hd_term t, int64_t second)
{
  hd_affine a = affine_modular(x, hd_term_arg(x->T, t, 0)), b = affine_modular(x, hd_term_arg(x->T, t, 1));
  hd_affine_add(&a, &b, second);
  hd_affine_clear(&b);
  return a;
}

static hd_affine of_product(hd_linear *x, hd_term t)
{
  hd_affine a = affine_modular(x, hd_term_arg(x->T, t, 0)), b = affine_modular(x, hd_term_arg(x->T, t, 1)), all = {0};
  bool first = a.sum.len == 0;
  if (a.sum.len && b.sum.len)
    all.fails = true;
  else
    hd_affine_add(&all, first ? &b : &a, first ? a.constant : b.constant);
  all.fails |= a.fails || b.fails;
  hd_affine_clear(&a);
  hd_affine_clear(&b);
  return all;
}

static hd_affine of_variable(hd_linear *x, hd_term t)
{
  hd_affine a = {0};
  uint32_t symbol = hd_term_symbol(x->T, t);
  hd_map_put(&x->width, symbol, hd_term_sort(x->T, t).width);
  hd_vec_push(&a.sum, (hd_monomial){symbol, 1});
  return a;
}

/* A sum that is the term's value but for multiples of 2 to the width. */
static hd_affine affine_modular(hd_linear *x, hd_term t)
{
  const hd_terms *T = x->T;
  hd_sort sort = hd_term_sort(T, t);
  hd_affine a = {0};
  if (sort.kind != HD_SORT_BV || sort.width > (hd_term_op(T, t) == HD_OP_VAR ? HD_LINEAR_BITS : 64)) {
    a.fails = true;
    return a;
  }
  switch (hd_term_op(T, t)) {
  case HD_OP_CONST: {
    hd_affine none = {.constant = hd_signed(hd_term_value(T, t), sort.width)};
    none.fails = none.constant >= HD_LINEAR_FACTOR || none.constant <= -HD_LINEAR_FACTOR;
    return none;
  }
  case HD_OP_VAR: return of_variable(x, t);
  case HD_OP_ADD: return of_arguments(x, t, 1);
  case HD_OP_SUB: return of_arguments(x, t, -1);
  case HD_OP_MUL: return of_product(x, t);
  case HD_OP_SEXT: return affine_integer(x, hd_term_arg(T, t, 0));
  case HD_OP_ZEXT:
    a = affine_integer(x, hd_term_arg(T, t, 0));
    if (!a.fails && hd_range_of(x, &a).low < 0) a.fails = true;
    return a;
  case HD_OP_NEG: {
    hd_affine inner = affine_modular(x, hd_term_arg(T, t, 0));
    hd_affine_add(&a, &inner, -1);
    hd_affine_clear(&inner);
    return a;
  }
  default: a.fails = true; return a;
  }
}

/* --- literals ------------------------------------------------------------------------------------------ */

/* a <= b + room */
static bool at_most(hd_linear *x, hd_term a, hd_term b, int64_t room, bool equal)
{
  hd_affine left = affine_integer(x, a), right = affine_integer(x, b);
  hd_affine_add(&left, &right, -1);
  hd_affine_clear(&right);
  if (left.fails) {
    hd_affine_clear(&left);
    return false;
  }
  return hd_linear_push(x, left.sum, room - left.constant, equal);
}

/* No signed overflow of the operation. */
static bool in_range(hd_linear *x, hd_term test)
{
  hd_op op = hd_term_op(x->T, test);
  hd_term a = hd_term_arg(x->T, test, 0), b = hd_term_arg(x->T, test, 1);
  hd_affine left = affine_integer(x, a), right = affine_integer(x, b), all = {0};
  bool first = left.sum.len == 0;
  if (op == HD_OP_SMULO && left.sum.len && right.sum.len)
    all.fails = true;
  else if (op == HD_OP_SMULO)
    hd_affine_add(&all, first ? &right : &left, first ? left.constant : right.constant);
  else {
    hd_affine_add(&all, &left, 1);
    hd_affine_add(&all, &right, op == HD_OP_SADDO ? 1 : -1);
  }
  bool fails = all.fails || left.fails || right.fails;
  hd_affine_clear(&left);
  hd_affine_clear(&right);
  if (!fails) {
    hd_range v = hd_range_of_width(hd_term_sort(x->T, a).width);
    hd_sum minus = {0};
    hd_sum_add(&minus, &all.sum, -1);
    fails = !hd_linear_push(x, minus, (int64_t)-v.low + all.constant, false);
    fails |= !hd_linear_push(x, all.sum, (int64_t)v.high - all.constant, false);
  } else {
    hd_affine_clear(&all);
  }
  return !fails;
}

/* The literal as rows. False: it is none, as far as is known so far. */
static bool read_literal(hd_linear *x, hd_term literal)
{
  hd_terms *T = x->T;
  bool positive = hd_term_op(T, literal) != HD_OP_NOT;
  hd_term atom = positive ? literal : hd_term_arg(T, literal, 0);
  hd_op op = hd_term_op(T, atom);
  if (hd_op_arity(op) != 2) return false;
  hd_term a = hd_term_arg(T, atom, 0), b = hd_term_arg(T, atom, 1);
  if (hd_term_sort(T, a).kind != HD_SORT_BV) return false;
  if (op == HD_OP_SLT) return positive ? at_most(x, a, b, -1, false) : at_most(x, b, a, 0, false);
  if (op == HD_OP_SLE) return positive ? at_most(x, a, b, 0, false) : at_most(x, b, a, -1, false);
  if (op == HD_OP_EQ) return positive && at_most(x, a, b, 0, true);
  if (op == HD_OP_SADDO || op == HD_OP_SSUBO || op == HD_OP_SMULO) return !positive && in_range(x, atom);
  return false;
}

void hd_linear_read_rest(hd_linear *x)
{
  for (bool more = true; more;) {
    more = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->rest.len; i++) {
      if (read_literal(x, x->rest.data[i]))
        more = true;
      else
        x->rest.data[kept++] = x->rest.data[i];
    }
    x->rest.len = kept;
  }
}

void hd_linear_add(hd_linear *x, hd_term formula)
{
  hd_formula_conjuncts(x->T, formula, &x->rest);
  hd_linear_read_rest(x);
}
