/* translate_int.c - terms as integers: value = image modulo 2^width, brought into a range
 * only for the operators whose meaning depends on it. Under UNBOUNDED nothing is brought
 * into any range, and constants alone are read as signed or unsigned by their operator, and as
 * either by an equation. */
#include "logic/integer.h"

static bool is_unbounded(const hd_smt *s)
{
  return s->arith == HD_ARITH_UNBOUNDED;
}

/* Larger than any bounded number, and small enough that a few of them can be added. */
static hd_wide vast(void)
{
  return hd_power(110);
}

static hd_integer unbounded(Z3_ast ast)
{
  return (hd_integer){ast, -vast(), vast()};
}

static unsigned width_of(const hd_smt *s, hd_term t)
{
  return hd_term_sort(s->T, t).width;
}

static hd_integer raw(hd_smt *s, hd_term t)
{
  const hd_image *image = hd_image_of(s, t);
  return (hd_integer){image->ast, image->low, image->high};
}

static bool in_range(hd_integer a, unsigned width, bool is_signed)
{
  hd_wide low = is_signed ? -hd_power(width - 1) : 0;
  return a.low >= low && a.high < low + hd_power(width);
}

/* The value in its range, made once. */
static hd_integer ranged_integer(hd_smt *s, hd_term t, bool is_signed)
{
  hd_integer a = raw(s, t);
  unsigned width = width_of(s, t);
  bool constant = a.low == a.high;
  if (in_range(a, width, is_signed) || (is_unbounded(s) && !constant)) return a;
  hd_image *image = hd_image_of(s, t);
  hd_wide low = is_signed ? -hd_power(width - 1) : 0;
  if (constant || !image->ranged[is_signed]) {
    hd_integer wrapped = hd_int_wrap(a, width, is_signed);
    if (wrapped.low == wrapped.high) return wrapped;
    image->ranged[is_signed] = wrapped.ast;
    Z3_inc_ref(hd_z3(), wrapped.ast);
  }
  return (hd_integer){image->ranged[is_signed], low, low + hd_power(width) - 1};
}

/* Any representative that is small enough to compute with. */
static hd_integer small(hd_smt *s, hd_term t, unsigned bits)
{
  hd_integer a = raw(s, t);
  if (is_unbounded(s)) return a;
  bool fits = a.low >= -hd_power(bits) && a.high <= hd_power(bits);
  return fits ? a : ranged_integer(s, t, true);
}

/* --- variables ---------------------------------------------------------------------------------- */

/* A variable's or element's interval, and the fact that it lies there. */
static hd_image of_symbol(const hd_smt *s, Z3_ast ast, Z3_ast element, unsigned width, uint32_t symbol)
{
  bool is_signed = hd_reads_signed(s, symbol);
  hd_image image = {.ast = ast, .low = is_signed ? -hd_power(width - 1) : 0};
  image.high = image.low + hd_power(width) - 1;
  hd_integer any = unbounded(element);
  if (!is_unbounded(s)) {
    image.fact = hd_int_within(any, image.low, image.high);
  } else {
    if (!is_signed) image.fact = hd_int_at_most(hd_int_const(0), any);
    image.low = -vast();
    image.high = vast();
  }
  return image;
}

static hd_image of_integer(hd_integer a)
{
  return (hd_image){.ast = a.ast, .low = a.low, .high = a.high};
}

static hd_image leaf_int(hd_smt *s, hd_term t)
{
  hd_sort sort = hd_term_sort(s->T, t);
  if (hd_term_op(s->T, t) == HD_OP_CONST) {
    uint64_t value = hd_term_value(s->T, t);
    if (sort.kind == HD_SORT_BOOL) return (hd_image){.ast = hd_z3_bool(value != 0)};
    return of_integer(hd_int_const(hd_signed(value, sort.width)));
  }
  uint32_t symbol = hd_term_symbol(s->T, t);
  Z3_ast ast = hd_z3_variable(symbol, hd_smt_sort_z3(s, sort));
  if (sort.kind != HD_SORT_BV) return (hd_image){.ast = ast};
  return of_symbol(s, ast, ast, sort.width, symbol);
}

static hd_image select_int(hd_smt *s, hd_term t, const hd_term *a)
{
  Z3_context c = hd_z3();
  hd_term base = hd_array_base(s->T, a[0]);
  Z3_ast index = ranged_integer(s, a[1], false).ast, array = hd_image_of(s, a[0])->ast;
  Z3_ast ast = hd_z3_keep(Z3_mk_select(c, array, index));
  Z3_ast initial = hd_z3_keep(Z3_mk_select(c, hd_image_of(s, base)->ast, index));
  return of_symbol(s, ast, initial, width_of(s, t), hd_term_symbol(s->T, base));
}

static hd_image store_int(hd_smt *s, const hd_term *a)
{
  uint32_t symbol = hd_term_symbol(s->T, hd_array_base(s->T, a[0]));
  Z3_ast index = ranged_integer(s, a[1], false).ast, value = ranged_integer(s, a[2], hd_reads_signed(s, symbol)).ast;
  return (hd_image){.ast = hd_z3_keep(Z3_mk_store(hd_z3(), hd_image_of(s, a[0])->ast, index, value))};
}

/* --- arithmetic --------------------------------------------------------------------------------- */

static hd_integer negated_integer(hd_integer a)
{
  return hd_int_sub(hd_int_const(0), a);
}

static hd_integer magnitude_integer(hd_integer a)
{
  return hd_int_ite(hd_int_less(a, hd_int_const(0)), negated_integer(a), a);
}

/* |a| div |b| or |a| mod |b|, whatever it is when b is 0. */
static hd_integer divide_magnitudes(hd_integer a, hd_integer b, bool quotient)
{
  Z3_context c = hd_z3();
  hd_integer x = magnitude_integer(a), y = magnitude_integer(b);
  hd_wide most = a.high > -a.low ? a.high : -a.low;
  if (b.low == b.high && b.low != 0) return quotient ? hd_int_div(x, y.low) : hd_int_mod(x, y.low);
  Z3_ast ast = hd_z3_keep(quotient ? Z3_mk_div(c, x.ast, y.ast) : Z3_mk_mod(c, x.ast, y.ast));
  return (hd_integer){ast, 0, most};
}

static hd_integer divide_integers(hd_op op, unsigned width, hd_integer a, hd_integer b)
{
  bool quotient = op == HD_OP_UDIV || op == HD_OP_SDIV;
  hd_integer zero = hd_int_const(0), value = divide_magnitudes(a, b, quotient);
  Z3_ast below = hd_int_less(a, zero), other_below = hd_int_less(b, zero);
  Z3_ast flips = below;
  if (quotient) flips = hd_z3_or(hd_z3_and(below, hd_z3_not(other_below)), hd_z3_and(hd_z3_not(below), other_below));
  value = hd_int_ite(flips, negated_integer(value), value);
  hd_integer by_zero = a;
  if (op == HD_OP_UDIV) by_zero = hd_int_const(hd_power(width) - 1);
  if (op == HD_OP_SDIV) by_zero = hd_int_ite(below, hd_int_const(1), hd_int_const(-1));
  return hd_int_ite(hd_int_equal(b, zero), by_zero, value);
}

static hd_integer multiply_integers(hd_smt *s, hd_term a, hd_term b)
{
  hd_integer x = small(s, a, 60), y = small(s, b, 60);
  if (is_unbounded(s) && x.low != x.high && y.low != y.high)
    return unbounded(hd_z3_keep(Z3_mk_mul(hd_z3(), 2, (Z3_ast[]){x.ast, y.ast})));
  return hd_int_mul(x, y);
}

/* Constants, where they are shifted by what is not known, are a table. */
static hd_integer shift_left(hd_smt *s, unsigned width, hd_term a, hd_term b)
{
  hd_integer x = ranged_integer(s, a, false), by = ranged_integer(s, b, false), value = hd_int_const(0);
  if (by.low == by.high) return by.low >= width ? value : hd_int_scale(small(s, a, 40), hd_power((unsigned)by.low));
  if (x.low != x.high) return hd_int_bits(HD_OP_SHL, width, raw(s, a), raw(s, b));
  for (unsigned i = width; i-- > 0;) {
    uint64_t shifted = (uint64_t)x.low << i & hd_mask(width);
    value = hd_int_ite(hd_int_equal(by, hd_int_const(i)), hd_int_const(shifted), value);
  }
  return value;
}

static hd_integer shift_right(hd_smt *s, hd_op op, unsigned width, hd_term a, hd_term b)
{
  hd_integer x = ranged_integer(s, a, op == HD_OP_ASHR), by = ranged_integer(s, b, false);
  if (by.low != by.high) return hd_int_bits(op, width, raw(s, a), raw(s, b));
  unsigned count = by.low >= width ? width : (unsigned)by.low;
  return hd_int_div(x, hd_power(count));
}

/* a op constant, by what op does to the bits of the constant. */
static hd_integer bitwise_constant(hd_smt *s, hd_op op, unsigned width, hd_term a, uint64_t mask)
{
  hd_integer x = raw(s, a);
  if (op == HD_OP_BAND) return hd_int_mask(x, width, mask);
  hd_integer constant = hd_int_const(mask);
  if (op == HD_OP_BOR) return hd_int_add(hd_int_mask(x, width, ~mask & hd_mask(width)), constant);
  if (mask == UINT64_C(1) << (width - 1)) return hd_int_add(small(s, a, 70), constant);
  hd_integer kept = hd_int_mask(x, width, ~mask & hd_mask(width));
  return hd_int_sub(hd_int_add(kept, constant), hd_int_mask(x, width, mask));
}

static hd_integer bitwise(hd_smt *s, hd_op op, unsigned width, const hd_term *a)
{
  uint64_t mask;
  if (hd_term_is_const(s->T, a[1], &mask)) return bitwise_constant(s, op, width, a[0], mask);
  if (hd_term_is_const(s->T, a[0], &mask)) return bitwise_constant(s, op, width, a[1], mask);
  hd_integer x = ranged_integer(s, a[0], false), y = ranged_integer(s, a[1], false);
  if (is_unbounded(s)) return hd_int_bits(op, width, x, y);
  /* the range is worth making only when it is narrow */
  bool narrow = x.high < hd_power(width - 1) && y.high < hd_power(width - 1);
  return narrow ? hd_int_bits(op, width, x, y) : hd_int_bits(op, width, raw(s, a[0]), raw(s, a[1]));
}

/* Floats are bit-vectors, here made from integers and back. */
static hd_image of_float(hd_smt *s, hd_term t, hd_op op)
{
  Z3_context c = hd_z3();
  Z3_ast args[2] = {0};
  for (unsigned i = 0; i < hd_op_arity(op); i++) {
    hd_term a = hd_term_arg(s->T, t, i);
    args[i] = hd_z3_keep(Z3_mk_int2bv(c, width_of(s, a), hd_image_of(s, a)->ast));
  }
  Z3_ast bits = hd_translate_float(s->T, t, args);
  if (hd_term_sort(s->T, t).kind == HD_SORT_BOOL) return (hd_image){.ast = bits};
  hd_integer value = {hd_z3_keep(Z3_mk_bv2int(c, bits, false)), 0, hd_power(width_of(s, t)) - 1};
  return of_integer(value);
}

static hd_integer arithmetic_int(hd_smt *s, hd_term t, hd_op op, const hd_term *a)
{
  unsigned width = width_of(s, t), arg_width = width_of(s, a[0]);
  switch (op) {
  case HD_OP_ADD: return hd_int_add(small(s, a[0], 70), small(s, a[1], 70));
  case HD_OP_SUB: return hd_int_sub(small(s, a[0], 70), small(s, a[1], 70));
  case HD_OP_NEG: return negated_integer(small(s, a[0], 70));
  case HD_OP_BNOT: return hd_int_sub(hd_int_const(-1), small(s, a[0], 70));
  case HD_OP_MUL: return multiply_integers(s, a[0], a[1]);
  case HD_OP_UDIV:
  case HD_OP_UREM: return divide_integers(op, width, ranged_integer(s, a[0], false), ranged_integer(s, a[1], false));
  case HD_OP_SDIV:
  case HD_OP_SREM: return divide_integers(op, width, ranged_integer(s, a[0], true), ranged_integer(s, a[1], true));
  case HD_OP_BAND:
  case HD_OP_BOR:
  case HD_OP_BXOR: return bitwise(s, op, width, a);
  case HD_OP_SHL: return shift_left(s, width, a[0], a[1]);
  case HD_OP_LSHR:
  case HD_OP_ASHR: return shift_right(s, op, width, a[0], a[1]);
  case HD_OP_ZEXT: return ranged_integer(s, a[0], false);
  case HD_OP_SEXT: return ranged_integer(s, a[0], true);
  case HD_OP_EXTRACT: return hd_int_div(raw(s, a[0]), hd_power((unsigned)hd_term_value(s->T, t)));
  case HD_OP_CONCAT:
    return hd_int_add(hd_int_scale(small(s, a[0], 40), hd_power(width - arg_width)), ranged_integer(s, a[1], false));
  case HD_OP_ITE: return hd_int_ite(hd_image_of(s, a[0])->ast, raw(s, a[1]), raw(s, a[2]));
  default: HD_UNREACHABLE();
  }
}

/* --- tests -------------------------------------------------------------------------------------- */

static hd_integer exact_integer(hd_op op, hd_integer a, hd_integer b)
{
  if (op == HD_OP_SADDO) return hd_int_add(a, b);
  return op == HD_OP_SSUBO ? hd_int_sub(a, b) : hd_int_mul(a, b);
}

/* Without bounds a constant has no sign of its own: a bit that is 1 is 1 or -1, whichever the other side is. */
static Z3_ast equal_unbounded(hd_smt *s, const hd_term *a)
{
  Z3_ast as_unsigned = hd_int_equal(ranged_integer(s, a[0], false), ranged_integer(s, a[1], false));
  Z3_ast as_signed = hd_int_equal(ranged_integer(s, a[0], true), ranged_integer(s, a[1], true));
  return as_unsigned == as_signed ? as_signed : hd_z3_or(as_unsigned, as_signed);
}

static Z3_ast test_int(hd_smt *s, hd_op op, const hd_term *a)
{
  unsigned width = width_of(s, a[0]);
  bool is_signed = op != HD_OP_ULT && op != HD_OP_ULE;
  if (op == HD_OP_EQ) {
    if (is_unbounded(s)) return equal_unbounded(s, a);
    return hd_int_congruent(small(s, a[0], 100), small(s, a[1], 100), width);
  }
  hd_integer x = ranged_integer(s, a[0], is_signed), y = ranged_integer(s, a[1], is_signed);
  switch (op) {
  case HD_OP_ULT:
  case HD_OP_SLT: return hd_int_less(x, y);
  case HD_OP_ULE:
  case HD_OP_SLE: return hd_int_at_most(x, y);
  default: break;
  }
  if (is_unbounded(s)) return hd_z3_bool(false);
  return hd_z3_not(hd_int_within(exact_integer(op, x, y), -hd_power(width - 1), hd_power(width - 1) - 1));
}

static Z3_ast connective(hd_smt *s, hd_op op, const hd_term *a)
{
  Z3_ast x = hd_image_of(s, a[0])->ast;
  if (op == HD_OP_NOT) return hd_z3_not(x);
  Z3_ast y = hd_image_of(s, a[1])->ast;
  if (op == HD_OP_AND) return hd_z3_and(x, y);
  if (op == HD_OP_OR) return hd_z3_or(x, y);
  if (op == HD_OP_EQ) return hd_z3_keep(Z3_mk_eq(hd_z3(), x, y));
  return hd_z3_keep(Z3_mk_ite(hd_z3(), x, y, hd_image_of(s, a[2])->ast));
}

static hd_image apply_int(hd_smt *s, hd_term t, hd_op op, const hd_term *a)
{
  hd_sort_kind last = (hd_sort_kind)hd_term_sort(s->T, a[hd_op_arity(op) - 1]).kind;
  if (op >= HD_OP_FADD) return of_float(s, t, op);
  if (op == HD_OP_SELECT) return select_int(s, t, a);
  if (op == HD_OP_STORE) return store_int(s, a);
  if (last == HD_SORT_BOOL) return (hd_image){.ast = connective(s, op, a)};
  if (hd_term_sort(s->T, t).kind == HD_SORT_BOOL) return (hd_image){.ast = test_int(s, op, a)};
  hd_integer value = arithmetic_int(s, t, op, a);
  return is_unbounded(s) && value.low != value.high ? of_integer(unbounded(value.ast)) : of_integer(value);
}

hd_image hd_translate_int(hd_smt *s, hd_term t)
{
  hd_op op = hd_term_op(s->T, t);
  hd_term args[3] = {0};
  HD_CHECK(op != HD_OP_DEREF);
  if (!hd_op_arity(op)) return leaf_int(s, t);
  for (unsigned i = 0; i < hd_op_arity(op); i++) args[i] = hd_term_arg(s->T, t, i);
  hd_image image = apply_int(s, t, op, args);
  image.inexact = op == HD_OP_FREM;
  image.floats = op >= HD_OP_FADD;
  return image;
}

/* t = a op b exactly, by a fact that holds wherever the image is used. */
hd_image hd_translate_exact(hd_smt *s, hd_op overflow, hd_term a, hd_term b)
{
  unsigned width = width_of(s, a);
  hd_integer value = exact_integer(overflow, ranged_integer(s, a, true), ranged_integer(s, b, true));
  hd_wide low = -hd_power(width - 1), high = hd_power(width - 1) - 1;
  hd_image image = of_integer(value);
  if (image.low < low) image.low = low;
  if (image.high > high) image.high = high;
  return image;
}

Z3_ast hd_smt_value_z3(hd_smt *s, hd_term t, bool is_signed)
{
  Z3_ast ast = hd_smt_to_z3(s, t);
  bool integer = s->arith != HD_ARITH_BV && hd_term_sort(s->T, t).kind == HD_SORT_BV;
  return integer ? ranged_integer(s, t, is_signed).ast : ast;
}
