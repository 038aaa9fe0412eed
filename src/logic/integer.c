/* integer.c - interval arithmetic beside each expression, so that wrap-around is written only where it can happen. */
#include "logic/integer.h"

#include <stdio.h>

static Z3_ast keep_ast(Z3_ast a)
{
  return hd_z3_keep(a);
}

Z3_ast hd_z3_bool(bool value)
{
  return keep_ast(value ? Z3_mk_true(hd_z3()) : Z3_mk_false(hd_z3()));
}

static bool is_bool(Z3_ast a, bool value)
{
  return Z3_get_bool_value(hd_z3(), a) == (value ? Z3_L_TRUE : Z3_L_FALSE);
}

Z3_ast hd_z3_not(Z3_ast a)
{
  if (is_bool(a, true)) return hd_z3_bool(false);
  return is_bool(a, false) ? hd_z3_bool(true) : keep_ast(Z3_mk_not(hd_z3(), a));
}

Z3_ast hd_z3_and(Z3_ast a, Z3_ast b)
{
  if (is_bool(a, false) || is_bool(b, true)) return a;
  if (is_bool(b, false) || is_bool(a, true)) return b;
  return keep_ast(Z3_mk_and(hd_z3(), 2, (Z3_ast[]){a, b}));
}

Z3_ast hd_z3_or(Z3_ast a, Z3_ast b)
{
  if (is_bool(a, true) || is_bool(b, false)) return a;
  if (is_bool(b, true) || is_bool(a, false)) return b;
  return keep_ast(Z3_mk_or(hd_z3(), 2, (Z3_ast[]){a, b}));
}

hd_integer hd_int_const(hd_wide value)
{
  char digits[48];
  unsigned at = sizeof digits;
  digits[--at] = '\0';
  hd_wide rest = value < 0 ? -value : value;
  do {
    digits[--at] = (char)('0' + (int)(rest % 10));
    rest /= 10;
  } while (rest);
  if (value < 0) digits[--at] = '-';
  return (hd_integer){keep_ast(Z3_mk_numeral(hd_z3(), digits + at, Z3_mk_int_sort(hd_z3()))), value, value};
}

static bool is_zero(hd_integer a)
{
  return a.low == 0 && a.high == 0;
}

hd_integer hd_int_add(hd_integer a, hd_integer b)
{
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  hd_wide low = a.low + b.low, high = a.high + b.high;
  if (low == high) return hd_int_const(low);
  return (hd_integer){keep_ast(Z3_mk_add(hd_z3(), 2, (Z3_ast[]){a.ast, b.ast})), low, high};
}

hd_integer hd_int_sub(hd_integer a, hd_integer b)
{
  if (is_zero(b)) return a;
  hd_wide low = a.low - b.high, high = a.high - b.low;
  if (low == high) return hd_int_const(low);
  if (b.low == b.high) return hd_int_add(a, hd_int_const(-b.low));
  return (hd_integer){keep_ast(Z3_mk_sub(hd_z3(), 2, (Z3_ast[]){a.ast, b.ast})), low, high};
}

/* Under UNBOUNDED an end of an interval may be as good as infinite. */
static hd_wide times_or_infinite(hd_wide a, hd_wide b)
{
  hd_wide product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? hd_power(125) : -hd_power(125);
}

hd_integer hd_int_scale(hd_integer a, hd_wide factor)
{
  if (factor == 1) return a;
  if (factor == 0) return hd_int_const(0);
  hd_wide x = times_or_infinite(a.low, factor), y = times_or_infinite(a.high, factor);
  if (x == y) return hd_int_const(x);
  Z3_ast product = keep_ast(Z3_mk_mul(hd_z3(), 2, (Z3_ast[]){hd_int_const(factor).ast, a.ast}));
  return (hd_integer){product, x < y ? x : y, x < y ? y : x};
}

hd_integer hd_int_mul(hd_integer a, hd_integer b)
{
  if (a.low == a.high) return hd_int_scale(b, a.low);
  if (b.low == b.high) return hd_int_scale(a, b.low);
  hd_wide corners[4] = {times_or_infinite(a.low, b.low), times_or_infinite(a.low, b.high),
                        times_or_infinite(a.high, b.low), times_or_infinite(a.high, b.high)};
  hd_wide low = corners[0], high = corners[0];
  for (unsigned i = 1; i < 4; i++) {
    if (corners[i] < low) low = corners[i];
    if (corners[i] > high) high = corners[i];
  }
  return (hd_integer){keep_ast(Z3_mk_mul(hd_z3(), 2, (Z3_ast[]){a.ast, b.ast})), low, high};
}

static hd_wide floor_div(hd_wide a, hd_wide by)
{
  hd_wide quotient = a / by;
  return quotient * by > a ? quotient - 1 : quotient;
}

hd_integer hd_int_div(hd_integer a, hd_wide by)
{
  hd_wide low = floor_div(a.low, by), high = floor_div(a.high, by);
  if (by == 1) return a;
  if (low == high) return hd_int_const(low);
  return (hd_integer){keep_ast(Z3_mk_div(hd_z3(), a.ast, hd_int_const(by).ast)), low, high};
}

hd_integer hd_int_mod(hd_integer a, hd_wide by)
{
  hd_wide segment = floor_div(a.low, by);
  if (segment == floor_div(a.high, by)) return hd_int_add(a, hd_int_const(-segment * by));
  return (hd_integer){keep_ast(Z3_mk_mod(hd_z3(), a.ast, hd_int_const(by).ast)), 0, by - 1};
}

hd_integer hd_int_ite(Z3_ast condition, hd_integer a, hd_integer b)
{
  if (is_bool(condition, true)) return a;
  if (is_bool(condition, false)) return b;
  hd_wide low = a.low < b.low ? a.low : b.low, high = a.high > b.high ? a.high : b.high;
  return (hd_integer){keep_ast(Z3_mk_ite(hd_z3(), condition, a.ast, b.ast)), low, high};
}

Z3_ast hd_int_less(hd_integer a, hd_integer b)
{
  if (a.high < b.low) return hd_z3_bool(true);
  if (a.low >= b.high) return hd_z3_bool(false);
  return keep_ast(Z3_mk_lt(hd_z3(), a.ast, b.ast));
}

Z3_ast hd_int_at_most(hd_integer a, hd_integer b)
{
  if (a.high <= b.low) return hd_z3_bool(true);
  if (a.low > b.high) return hd_z3_bool(false);
  return keep_ast(Z3_mk_le(hd_z3(), a.ast, b.ast));
}

Z3_ast hd_int_equal(hd_integer a, hd_integer b)
{
  if (a.high < b.low || b.high < a.low) return hd_z3_bool(false);
  if (a.low == a.high && b.low == b.high) return hd_z3_bool(true);
  return keep_ast(Z3_mk_eq(hd_z3(), a.ast, b.ast));
}

Z3_ast hd_int_within(hd_integer a, hd_wide low, hd_wide high)
{
  return hd_z3_and(hd_int_at_most(hd_int_const(low), a), hd_int_at_most(a, hd_int_const(high)));
}

/* Up to this many ranges next to each other, a choice between them is better than mod. */
enum { MOST_SEGMENTS = 4 };

hd_integer hd_int_wrap(hd_integer a, unsigned width, bool is_signed)
{
  hd_wide size = hd_power(width), low = is_signed ? -hd_power(width - 1) : 0;
  hd_wide first = floor_div(a.low - low, size), last = floor_div(a.high - low, size);
  if (last - first >= MOST_SEGMENTS) {
    hd_integer shift = hd_int_const(low);
    return hd_int_add(hd_int_mod(hd_int_sub(a, shift), size), shift);
  }
  hd_integer wrapped = hd_int_sub(a, hd_int_const(last * size));
  for (hd_wide i = last - 1; i >= first; i--) {
    Z3_ast here = hd_int_less(a, hd_int_const(low + (i + 1) * size));
    wrapped = hd_int_ite(here, hd_int_sub(a, hd_int_const(i * size)), wrapped);
  }
  if (first == last) return wrapped;
  wrapped.low = low;
  wrapped.high = low + size - 1;
  return wrapped;
}

Z3_ast hd_int_congruent(hd_integer a, hd_integer b, unsigned width)
{
  hd_wide size = hd_power(width);
  hd_wide first = -floor_div(b.high - a.low, size), last = floor_div(a.high - b.low, size);
  if (last - first >= MOST_SEGMENTS) {
    bool is_signed = a.low >= 0 && a.high < size ? false : b.low < 0 || b.high >= size;
    return hd_int_equal(hd_int_wrap(a, width, is_signed), hd_int_wrap(b, width, is_signed));
  }
  Z3_ast any = hd_z3_bool(false);
  for (hd_wide i = first; i <= last; i++) any = hd_z3_or(any, hd_int_equal(a, hd_int_add(b, hd_int_const(i * size))));
  return any;
}

/* --- bits ---------------------------------------------------------------------------------------- */

static unsigned bits_of(hd_wide high)
{
  unsigned n = 1;
  while (hd_power(n) <= high) n++;
  return n;
}

static Z3_ast to_bv(hd_integer a, unsigned width)
{
  return keep_ast(Z3_mk_int2bv(hd_z3(), width, a.ast));
}

static Z3_ast bit_operator(hd_op op, Z3_ast a, Z3_ast b)
{
  Z3_context c = hd_z3();
  switch (op) {
  case HD_OP_BAND: return keep_ast(Z3_mk_bvand(c, a, b));
  case HD_OP_BOR: return keep_ast(Z3_mk_bvor(c, a, b));
  case HD_OP_BXOR: return keep_ast(Z3_mk_bvxor(c, a, b));
  case HD_OP_SHL: return keep_ast(Z3_mk_bvshl(c, a, b));
  case HD_OP_LSHR: return keep_ast(Z3_mk_bvlshr(c, a, b));
  default: return keep_ast(Z3_mk_bvashr(c, a, b));
  }
}

/* Of two numbers that are 0 or 1. */
static hd_integer of_single_bits(hd_op op, hd_integer a, hd_integer b)
{
  hd_integer one = hd_int_const(1), zero = hd_int_const(0);
  Z3_ast x = hd_int_equal(a, one), y = hd_int_equal(b, one);
  Z3_ast set = op == HD_OP_BAND  ? hd_z3_and(x, y)
               : op == HD_OP_BOR ? hd_z3_or(x, y)
                                 : keep_ast(Z3_mk_xor(hd_z3(), x, y));
  return hd_int_ite(set, one, zero);
}

hd_integer hd_int_bits(hd_op op, unsigned width, hd_integer a, hd_integer b)
{
  bool bitwise = op == HD_OP_BAND || op == HD_OP_BOR || op == HD_OP_BXOR;
  if (bitwise && a.low >= 0 && b.low >= 0) {
    unsigned needed = bits_of(a.high > b.high ? a.high : b.high);
    if (needed == 1) return of_single_bits(op, a, b);
    if (needed < width) width = needed;
  }
  Z3_ast result = bit_operator(op, to_bv(a, width), to_bv(b, width));
  return (hd_integer){keep_ast(Z3_mk_bv2int(hd_z3(), result, false)), 0, hd_power(width) - 1};
}

enum { MOST_RUNS = 3 };

hd_integer hd_int_mask(hd_integer a, unsigned width, uint64_t mask)
{
  if (hd_mask_runs(mask) > MOST_RUNS) return hd_int_bits(HD_OP_BAND, width, a, hd_int_const(mask));
  hd_integer sum = hd_int_const(0);
  while (mask) {
    unsigned low = (unsigned)__builtin_ctzll(mask), length = 1;
    while (low + length < 64 && mask >> (low + length) & 1) length++;
    hd_integer run = hd_int_mod(hd_int_div(a, hd_power(low)), hd_power(length));
    sum = hd_int_add(sum, hd_int_scale(run, hd_power(low)));
    mask &= ~(((uint64_t)(hd_power(length) - 1)) << low);
  }
  return sum;
}
