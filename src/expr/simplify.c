/* simplify.c - the table of rules, and the two that hold for every operator. */
#include "expr/simplify.h"

static hd_rule *const rules[HD_OP_COUNT] = {
    [HD_OP_NOT] = hd_simplify_not,
    [HD_OP_AND] = hd_simplify_and,
    [HD_OP_OR] = hd_simplify_or,
    [HD_OP_ITE] = hd_simplify_ite,
    [HD_OP_EQ] = hd_simplify_eq,
    [HD_OP_ADD] = hd_simplify_add,
    [HD_OP_SUB] = hd_simplify_sub,
    [HD_OP_MUL] = hd_simplify_mul,
    [HD_OP_UDIV] = hd_simplify_udiv,
    [HD_OP_SDIV] = hd_simplify_sdiv,
    [HD_OP_UREM] = hd_simplify_urem,
    [HD_OP_SREM] = hd_simplify_srem,
    [HD_OP_BAND] = hd_simplify_band,
    [HD_OP_BOR] = hd_simplify_bor,
    [HD_OP_BXOR] = hd_simplify_bxor,
    [HD_OP_BNOT] = hd_simplify_bnot,
    [HD_OP_NEG] = hd_simplify_neg,
    [HD_OP_SHL] = hd_simplify_shift,
    [HD_OP_LSHR] = hd_simplify_shift,
    [HD_OP_ASHR] = hd_simplify_shift,
    [HD_OP_ULT] = hd_simplify_less,
    [HD_OP_ULE] = hd_simplify_less_eq,
    [HD_OP_SLT] = hd_simplify_less,
    [HD_OP_SLE] = hd_simplify_less_eq,
    [HD_OP_ZEXT] = hd_simplify_extend,
    [HD_OP_SEXT] = hd_simplify_extend,
    [HD_OP_EXTRACT] = hd_simplify_extract,
    [HD_OP_CONCAT] = hd_simplify_concat,
    [HD_OP_SADDO] = hd_simplify_overflow,
    [HD_OP_SSUBO] = hd_simplify_overflow,
    [HD_OP_SMULO] = hd_simplify_overflow,
    [HD_OP_SELECT] = hd_simplify_select,
    [HD_OP_STORE] = hd_simplify_store,
    [HD_OP_FADD] = hd_simplify_commutative,
    [HD_OP_FMUL] = hd_simplify_commutative,
    [HD_OP_FEQ] = hd_simplify_commutative,
    [HD_OP_FUNO] = hd_simplify_commutative,
    [HD_OP_FNEG] = hd_simplify_fneg,
    [HD_OP_FTOF] = hd_simplify_ftof,
};

/* A constant, or ite(condition, constant, constant): its value on either side. */
static bool is_two_valued(const hd_terms *T, hd_term t, hd_term *condition, uint64_t sides[2])
{
  const hd_node *n = hd_node_at(T, t);
  if (n->op == HD_OP_CONST) {
    sides[0] = sides[1] = n->value;
    return true;
  }
  if (n->op != HD_OP_ITE) return false;
  if (hd_term_is(*condition) && condition->id != n->args[0]) return false;
  condition->id = n->args[0];
  return is_const(T, (hd_term){n->args[1]}, &sides[0]) && is_const(T, (hd_term){n->args[2]}, &sides[1]);
}

/* Folds constants, also below one condition: op(ite(c, k1, k2), k3) is ite(c, .., ..). That
 * is what C makes of Booleans that are kept in integers and compared with 0. */
static hd_term fold_app(hd_terms *T, const hd_app *n)
{
  if (n->op == HD_OP_ITE || (n->op >= HD_OP_SELECT && n->op <= HD_OP_DEREF)) return HD_NO_TERM;
  hd_term condition = HD_NO_TERM;
  uint64_t sides[2][2], args[2][2] = {{0}};
  for (unsigned i = 0; i < hd_op_arity(n->op); i++) {
    if (!is_two_valued(T, n->args[i], &condition, sides[i])) return HD_NO_TERM;
    for (unsigned side = 0; side < 2; side++) args[side][i] = sides[i][side];
  }
  hd_term folded[2];
  for (unsigned side = 0; side < 2; side++) {
    unsigned arg_width = width_of(T, n->args[0]);
    uint64_t value = hd_op_eval(n->op, n->sort.width, arg_width, n->value, args[side]);
    folded[side] = hd_term_const(T, n->sort, value);
    if (!hd_term_is(condition)) return folded[side];
  }
  return hd_term_3(T, HD_OP_ITE, condition, folded[0], folded[1]);
}

hd_term hd_simplify(hd_terms *T, hd_app *n)
{
  hd_term folded = fold_app(T, n);
  if (hd_term_is(folded)) return folded;
  return rules[n->op] ? rules[n->op](T, n) : HD_NO_TERM;
}

/* Rules too small for a file of their own. */

hd_term hd_simplify_commutative(hd_terms *T, hd_app *n)
{
  order_args(T, n);
  return HD_NO_TERM;
}

hd_term hd_simplify_fneg(hd_terms *T, hd_app *n)
{
  return is_op(T, n->args[0], HD_OP_FNEG) ? arg(T, n->args[0], 0) : HD_NO_TERM;
}

hd_term hd_simplify_ftof(hd_terms *T, hd_app *n)
{
  return width_of(T, n->args[0]) == n->sort.width ? n->args[0] : HD_NO_TERM;
}

/* Reads through the stores to other constant indices. */
hd_term hd_simplify_select(hd_terms *T, hd_app *n)
{
  hd_term index = n->args[1];
  uint64_t at, stored_at;
  bool constant = is_const(T, index, &at);
  while (is_op(T, n->args[0], HD_OP_STORE)) {
    hd_term stored = arg(T, n->args[0], 1);
    if (hd_term_same(stored, index)) return arg(T, n->args[0], 2);
    if (!constant || !is_const(T, stored, &stored_at)) break;
    n->args[0] = arg(T, n->args[0], 0);
  }
  return HD_NO_TERM;
}

hd_term hd_simplify_store(hd_terms *T, hd_app *n)
{
  hd_term array = n->args[0], index = n->args[1], value = n->args[2];
  if (is_op(T, array, HD_OP_STORE) && hd_term_same(arg(T, array, 1), index))
    return hd_term_3(T, HD_OP_STORE, arg(T, array, 0), index, value);
  bool unchanged =
      is_op(T, value, HD_OP_SELECT) && hd_term_same(arg(T, value, 0), array) && hd_term_same(arg(T, value, 1), index);
  return unchanged ? array : HD_NO_TERM;
}
