/* build.c - the builders: sorts are checked, then the term is simplified, then shared. */
#include "expr/pool.h"

static hd_term make_app(hd_terms *T, hd_app *n, unsigned wanted)
{
  for (unsigned i = 0; i < hd_op_arity(n->op); i++) HD_CHECK(n->args[i].id && n->args[i].id <= T->len);
  HD_CHECK(!hd_sort_infer(T, n->op, wanted, n->value, n->args, &n->sort));
  hd_term t = hd_simplify(T, n);
  return hd_term_is(t) ? t : hd_term_intern(T, n);
}

hd_term hd_term_1(hd_terms *T, hd_op op, hd_term a)
{
  HD_CHECK(hd_op_arity(op) == 1 && !hd_op_needs_width(op));
  return make_app(T, &(hd_app){.op = op, .args = {a}}, 0);
}

hd_term hd_term_2(hd_terms *T, hd_op op, hd_term a, hd_term b)
{
  HD_CHECK(hd_op_arity(op) == 2);
  return make_app(T, &(hd_app){.op = op, .args = {a, b}}, 0);
}

hd_term hd_term_3(hd_terms *T, hd_op op, hd_term a, hd_term b, hd_term c)
{
  HD_CHECK(hd_op_arity(op) == 3);
  return make_app(T, &(hd_app){.op = op, .args = {a, b, c}}, 0);
}

hd_term hd_term_to(hd_terms *T, hd_op op, unsigned width, hd_term a)
{
  HD_CHECK(hd_op_needs_width(op) && op != HD_OP_EXTRACT);
  return make_app(T, &(hd_app){.op = op, .args = {a}}, width);
}

hd_term hd_term_extract(hd_terms *T, hd_term a, unsigned low, unsigned width)
{
  return make_app(T, &(hd_app){.op = HD_OP_EXTRACT, .value = low, .args = {a}}, width);
}

hd_term hd_term_build(hd_terms *T, hd_op op, hd_sort sort, uint64_t value, const hd_term *args)
{
  if (op == HD_OP_CONST) return hd_term_const(T, sort, value);
  if (op == HD_OP_VAR) return hd_term_var(T, sort, (uint32_t)value);
  hd_app n = {.op = op, .value = op == HD_OP_EXTRACT ? value : 0};
  for (unsigned i = 0; i < hd_op_arity(op); i++) n.args[i] = args[i];
  hd_term t = make_app(T, &n, sort.width);
  HD_CHECK(hd_sort_same(hd_term_sort(T, t), sort));
  return t;
}

/* Shorthands. */

hd_term hd_term_resize(hd_terms *T, hd_term a, unsigned width, bool is_signed)
{
  hd_sort sort = hd_term_sort(T, a);
  if (sort.kind == HD_SORT_BOOL) {
    hd_term set = hd_term_bv(T, width, is_signed ? UINT64_MAX : 1);
    return hd_term_3(T, HD_OP_ITE, a, set, hd_term_bv(T, width, 0));
  }
  if (width < sort.width) return hd_term_extract(T, a, 0, width);
  return hd_term_to(T, is_signed ? HD_OP_SEXT : HD_OP_ZEXT, width, a);
}

hd_term hd_term_ne(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_1(T, HD_OP_NOT, hd_term_2(T, HD_OP_EQ, a, b));
}

hd_term hd_term_eq_bv(hd_terms *T, hd_term a, uint64_t value)
{
  return hd_term_2(T, HD_OP_EQ, a, hd_term_const(T, hd_term_sort(T, a), value));
}

hd_term hd_term_exchange(hd_terms *T, hd_term value, uint64_t a, uint64_t b)
{
  hd_sort sort = hd_term_sort(T, value);
  hd_term rest = hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, value, b), hd_term_const(T, sort, a), value);
  return hd_term_3(T, HD_OP_ITE, hd_term_eq_bv(T, value, a), hd_term_const(T, sort, b), rest);
}

hd_term hd_term_from_bool(hd_terms *T, hd_term b, unsigned width)
{
  return hd_term_3(T, HD_OP_ITE, b, hd_term_bv(T, width, 1), hd_term_bv(T, width, 0));
}

hd_term hd_term_to_bool(hd_terms *T, hd_term a)
{
  if (hd_term_sort(T, a).kind == HD_SORT_BOOL) return a;
  return hd_term_1(T, HD_OP_NOT, hd_term_eq_bv(T, a, 0));
}
