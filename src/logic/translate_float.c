/* translate_float.c - IEEE 754 operators on bit-vectors, by Z3's floating-point theory. */
#include "logic/translate.h"

static Z3_ast keep_z3(Z3_ast a)
{
  return hd_z3_keep(a);
}

static Z3_sort format_of(unsigned width)
{
  Z3_sort sort = width == 32 ? Z3_mk_fpa_sort_32(hd_z3()) : Z3_mk_fpa_sort_64(hd_z3());
  keep_z3(Z3_sort_to_ast(hd_z3(), sort));
  return sort;
}

static Z3_ast read_float(Z3_ast bits, unsigned width)
{
  return keep_z3(Z3_mk_fpa_to_fp_bv(hd_z3(), bits, format_of(width)));
}

/* Z3 leaves open which bits a NaN has. */
static Z3_ast bits_of(Z3_ast value, unsigned width)
{
  Z3_context c = hd_z3();
  Z3_ast nan = hd_z3_bv(width, width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000));
  Z3_ast is_nan = keep_z3(Z3_mk_fpa_is_nan(c, value)), bits = keep_z3(Z3_mk_fpa_to_ieee_bv(c, value));
  return keep_z3(Z3_mk_ite(c, is_nan, nan, bits));
}

static Z3_ast nearest(void)
{
  return keep_z3(Z3_mk_fpa_rne(hd_z3()));
}

static Z3_ast arithmetic_float(hd_op op, Z3_ast a, Z3_ast b)
{
  Z3_context c = hd_z3();
  switch (op) {
  case HD_OP_FADD: return keep_z3(Z3_mk_fpa_add(c, nearest(), a, b));
  case HD_OP_FSUB: return keep_z3(Z3_mk_fpa_sub(c, nearest(), a, b));
  case HD_OP_FMUL: return keep_z3(Z3_mk_fpa_mul(c, nearest(), a, b));
  default: return keep_z3(Z3_mk_fpa_div(c, nearest(), a, b));
  }
}

/* Z3's fp.rem rounds the quotient to nearest and is unusable on variables: the remainder is
 * a function without a meaning here, which the solver gives it where a model disagrees. */
static Z3_ast remainder_of(unsigned width, const Z3_ast *args)
{
  Z3_context c = hd_z3();
  Z3_sort sort = Z3_mk_bv_sort(c, width), domain[2] = {sort, sort};
  keep_z3(Z3_sort_to_ast(c, sort));
  Z3_symbol name = Z3_mk_string_symbol(c, width == 32 ? "frem32" : "frem64");
  Z3_ast decl = keep_z3(Z3_func_decl_to_ast(c, Z3_mk_func_decl(c, name, 2, domain, sort)));
  return keep_z3(Z3_mk_app(c, Z3_to_func_decl(c, decl), 2, args));
}

static Z3_ast compare_fpa(hd_op op, Z3_ast a, Z3_ast b)
{
  Z3_context c = hd_z3();
  switch (op) {
  case HD_OP_FEQ: return keep_z3(Z3_mk_fpa_eq(c, a, b));
  case HD_OP_FLT: return keep_z3(Z3_mk_fpa_lt(c, a, b));
  case HD_OP_FLE: return keep_z3(Z3_mk_fpa_leq(c, a, b));
  default: break;
  }
  Z3_ast either[2] = {keep_z3(Z3_mk_fpa_is_nan(c, a)), keep_z3(Z3_mk_fpa_is_nan(c, b))};
  return keep_z3(Z3_mk_or(c, 2, either));
}

/* What does not fit once truncated gives 0; the bounds are powers of two, hence floats. */
static Z3_ast truncated_fpa(bool is_signed, unsigned width, unsigned arg_width, Z3_ast value)
{
  Z3_context c = hd_z3();
  Z3_ast toward_zero = keep_z3(Z3_mk_fpa_rtz(c));
  Z3_ast whole = keep_z3(Z3_mk_fpa_round_to_integral(c, toward_zero, value));
  unsigned exponent = width - is_signed;
  uint64_t power = arg_width == 32 ? (exponent + UINT64_C(127)) << 23 : (exponent + UINT64_C(1023)) << 52;
  uint64_t least = is_signed ? power | UINT64_C(1) << (arg_width - 1) : 0;
  Z3_ast low = read_float(hd_z3_bv(arg_width, least), arg_width);
  Z3_ast high = read_float(hd_z3_bv(arg_width, power), arg_width);
  Z3_ast fits[2] = {keep_z3(Z3_mk_fpa_leq(c, low, whole)), keep_z3(Z3_mk_fpa_lt(c, whole, high))};
  unsigned enough = width < 4 ? 4 : width; /* Z3 does not convert to a single bit */
  Z3_ast bits = keep_z3(is_signed ? Z3_mk_fpa_to_sbv(c, toward_zero, whole, enough)
                                  : Z3_mk_fpa_to_ubv(c, toward_zero, whole, enough));
  if (enough > width) bits = keep_z3(Z3_mk_extract(c, width - 1, 0, bits));
  return keep_z3(Z3_mk_ite(c, keep_z3(Z3_mk_and(c, 2, fits)), bits, hd_z3_bv(width, 0)));
}

static Z3_ast from_integer(bool is_signed, unsigned width, Z3_ast a)
{
  Z3_sort format = format_of(width);
  Z3_ast rounding = nearest();
  return bits_of(keep_z3(is_signed ? Z3_mk_fpa_to_fp_signed(hd_z3(), rounding, a, format)
                                   : Z3_mk_fpa_to_fp_unsigned(hd_z3(), rounding, a, format)),
                 width);
}

static Z3_ast convert_fpa(unsigned width, unsigned arg_width, Z3_ast a)
{
  if (width == arg_width) return a;
  Z3_ast value = read_float(a, arg_width), rounding = nearest();
  return bits_of(keep_z3(Z3_mk_fpa_to_fp_float(hd_z3(), rounding, value, format_of(width))), width);
}

Z3_ast hd_translate_float(const hd_terms *T, hd_term t, const Z3_ast *args)
{
  hd_op op = hd_term_op(T, t);
  unsigned width = hd_term_sort(T, t).width, arg_width = hd_term_sort(T, hd_term_arg(T, t, 0)).width;
  switch (op) {
  case HD_OP_FNEG: return keep_z3(Z3_mk_bvxor(hd_z3(), args[0], hd_z3_bv(width, UINT64_C(1) << (width - 1))));
  case HD_OP_FREM: return remainder_of(width, args);
  case HD_OP_FTOF: return convert_fpa(width, arg_width, args[0]);
  case HD_OP_SITOF: return from_integer(true, width, args[0]);
  case HD_OP_UITOF: return from_integer(false, width, args[0]);
  default: break;
  }
  Z3_ast a = read_float(args[0], arg_width);
  if (op == HD_OP_FTOSI || op == HD_OP_FTOUI) return truncated_fpa(op == HD_OP_FTOSI, width, arg_width, a);
  Z3_ast b = read_float(args[1], arg_width);
  if (op >= HD_OP_FEQ && op <= HD_OP_FUNO) return compare_fpa(op, a, b);
  return bits_of(arithmetic_float(op, a, b), width);
}

/* Z3's search with floats does not survive levels (models crash after a pop); the tactic
 * that writes them as bit-vectors is sound for one formula alone, as our variables are
 * bit-vectors anyway. */
Z3_ast hd_z3_lower_floats(Z3_ast formula)
{
  Z3_context c = hd_z3();
  static Z3_tactic lower;
  if (!lower) {
    Z3_tactic simplify = Z3_mk_tactic(c, "simplify");
    Z3_tactic_inc_ref(c, simplify);
    Z3_tactic blast = Z3_mk_tactic(c, "fpa2bv");
    Z3_tactic_inc_ref(c, blast);
    lower = Z3_tactic_and_then(c, simplify, blast);
    Z3_tactic_inc_ref(c, lower);
  }
  return hd_z3_apply(lower, formula);
}
