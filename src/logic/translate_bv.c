/* translate_bv.c - terms as bit-vectors: an operator of ours is one of Z3's nearly always,
 * and the meaning of division by zero and of long shifts is the same. */
#include "logic/translate.h"

typedef Z3_ast (*maker)(Z3_context c, Z3_ast a, Z3_ast b);

static const maker makers[HD_OP_COUNT] = {
    [HD_OP_EQ] = Z3_mk_eq,         [HD_OP_ADD] = Z3_mk_bvadd,     [HD_OP_SUB] = Z3_mk_bvsub,
    [HD_OP_MUL] = Z3_mk_bvmul,     [HD_OP_UDIV] = Z3_mk_bvudiv,   [HD_OP_SDIV] = Z3_mk_bvsdiv,
    [HD_OP_UREM] = Z3_mk_bvurem,   [HD_OP_SREM] = Z3_mk_bvsrem,   [HD_OP_BAND] = Z3_mk_bvand,
    [HD_OP_BOR] = Z3_mk_bvor,      [HD_OP_BXOR] = Z3_mk_bvxor,    [HD_OP_SHL] = Z3_mk_bvshl,
    [HD_OP_LSHR] = Z3_mk_bvlshr,   [HD_OP_ASHR] = Z3_mk_bvashr,   [HD_OP_ULT] = Z3_mk_bvult,
    [HD_OP_ULE] = Z3_mk_bvule,     [HD_OP_SLT] = Z3_mk_bvslt,     [HD_OP_SLE] = Z3_mk_bvsle,
    [HD_OP_CONCAT] = Z3_mk_concat, [HD_OP_SELECT] = Z3_mk_select,
};

/* Does the result of the exact operation, computed in enough bits, differ from the cut one?
 * (Z3's own test for multiplication misses overflows of the least number.) */
static Z3_ast overflow_bv(hd_op op, unsigned width, Z3_ast a, Z3_ast b)
{
  Z3_context c = hd_z3();
  maker make = op == HD_OP_SADDO ? Z3_mk_bvadd : op == HD_OP_SSUBO ? Z3_mk_bvsub : Z3_mk_bvmul;
  unsigned more = op == HD_OP_SMULO ? width : 1;
  Z3_ast wide_a = hd_z3_keep(Z3_mk_sign_ext(c, more, a)), wide_b = hd_z3_keep(Z3_mk_sign_ext(c, more, b));
  Z3_ast exact = hd_z3_keep(make(c, wide_a, wide_b)), cut = hd_z3_keep(make(c, a, b));
  Z3_ast same = hd_z3_keep(Z3_mk_eq(c, exact, hd_z3_keep(Z3_mk_sign_ext(c, more, cut))));
  return hd_z3_keep(Z3_mk_not(c, same));
}

static Z3_ast leaf_bv(hd_smt *s, hd_term t)
{
  hd_sort sort = hd_term_sort(s->T, t);
  if (hd_term_op(s->T, t) == HD_OP_VAR) return hd_z3_variable(hd_term_symbol(s->T, t), hd_smt_sort_z3(s, sort));
  uint64_t value = hd_term_value(s->T, t);
  if (sort.kind == HD_SORT_BV) return hd_z3_bv(sort.width, value);
  return hd_z3_keep(value ? Z3_mk_true(hd_z3()) : Z3_mk_false(hd_z3()));
}

static Z3_ast apply_bv(const hd_smt *s, hd_term t, hd_op op, const Z3_ast *a)
{
  Z3_context c = hd_z3();
  unsigned width = hd_term_sort(s->T, t).width;
  unsigned arg_width = hd_term_sort(s->T, hd_term_arg(s->T, t, 0)).width;
  switch (op) {
  case HD_OP_NOT: return Z3_mk_not(c, a[0]);
  case HD_OP_AND: return Z3_mk_and(c, 2, a);
  case HD_OP_OR: return Z3_mk_or(c, 2, a);
  case HD_OP_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
  case HD_OP_BNOT: return Z3_mk_bvnot(c, a[0]);
  case HD_OP_NEG: return Z3_mk_bvneg(c, a[0]);
  case HD_OP_ZEXT: return Z3_mk_zero_ext(c, width - arg_width, a[0]);
  case HD_OP_SEXT: return Z3_mk_sign_ext(c, width - arg_width, a[0]);
  case HD_OP_EXTRACT: {
    unsigned low = (unsigned)hd_term_value(s->T, t);
    return Z3_mk_extract(c, low + width - 1, low, a[0]);
  }
  case HD_OP_SADDO:
  case HD_OP_SSUBO:
  case HD_OP_SMULO: return overflow_bv(op, arg_width, a[0], a[1]);
  case HD_OP_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
  default: return op >= HD_OP_FADD ? hd_translate_float(s->T, t, a) : makers[op](c, a[0], a[1]);
  }
}

hd_image hd_translate_bv(hd_smt *s, hd_term t)
{
  hd_op op = hd_term_op(s->T, t);
  hd_image image = {.inexact = op == HD_OP_FREM, .floats = op >= HD_OP_FADD};
  HD_CHECK(op != HD_OP_DEREF);
  Z3_ast args[3] = {0};
  for (unsigned i = 0; i < hd_op_arity(op); i++) args[i] = hd_image_of(s, hd_term_arg(s->T, t, i))->ast;
  image.ast = hd_op_arity(op) ? hd_z3_keep(apply_bv(s, t, op, args)) : leaf_bv(s, t);
  return image;
}
