/* eval_float.c - IEEE 754 by the machine's own float and double.
 *
 * The machine leaves open which NaN an operation gives; here it is always the same one,
 * so that equal arguments give equal bits everywhere. */
#include <float.h>
#include <math.h>

#include "expr/pool.h"

#if FLT_EVAL_METHOD != 0
#error "float and double must be computed in their own precision"
#endif

static double read_float(uint64_t bits, unsigned width)
{
  if (width == 32) {
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return (double)f;
  }
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t bits_of_double(double d)
{
  if (d != d) return hd_float_nan(64);
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static uint64_t bits_of_float(float f)
{
  if (f != f) return hd_float_nan(32);
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

/* In the format itself: rounding a double's result once more would not always be the same. */
static uint64_t arithmetic32(hd_op op, float a, float b)
{
  switch (op) {
  case HD_OP_FADD: return bits_of_float(a + b);
  case HD_OP_FSUB: return bits_of_float(a - b);
  case HD_OP_FMUL: return bits_of_float(a * b);
  case HD_OP_FDIV: return bits_of_float(a / b);
  default: return bits_of_float(fmodf(a, b));
  }
}

static uint64_t arithmetic64(hd_op op, double a, double b)
{
  switch (op) {
  case HD_OP_FADD: return bits_of_double(a + b);
  case HD_OP_FSUB: return bits_of_double(a - b);
  case HD_OP_FMUL: return bits_of_double(a * b);
  case HD_OP_FDIV: return bits_of_double(a / b);
  default: return bits_of_double(fmod(a, b));
  }
}

static bool compare_floats(hd_op op, double a, double b)
{
  switch (op) {
  case HD_OP_FEQ: return a == b;
  case HD_OP_FLT: return a < b;
  case HD_OP_FLE: return a <= b;
  default: return a != a || b != b;
  }
}

void hd_float_bounds(bool is_signed, unsigned width, double *low, bool *closed, double *high)
{
  *high = ldexp(1, (int)(is_signed ? width - 1 : width));
  *low = -1;
  *closed = false;
  if (!is_signed) return;
  /* -2^(w-1) - 1 is a double only up to here; beyond, doubles of that size are integers. */
  *closed = width > 53;
  *low = *closed ? -*high : -*high - 1;
}

static uint64_t truncated_float(bool is_signed, unsigned width, double d)
{
  double low, high;
  bool closed;
  hd_float_bounds(is_signed, width, &low, &closed, &high);
  if (!(closed ? d >= low : d > low) || !(d < high)) return 0;
  return (is_signed ? (uint64_t)(int64_t)d : (uint64_t)d) & hd_mask(width);
}

static uint64_t from_integer(bool is_signed, unsigned width, unsigned arg_width, uint64_t bits)
{
  if (!is_signed) return width == 32 ? bits_of_float((float)bits) : bits_of_double((double)bits);
  int64_t value = hd_signed(bits, arg_width);
  return width == 32 ? bits_of_float((float)value) : bits_of_double((double)value);
}

static uint64_t convert_float(unsigned width, unsigned arg_width, uint64_t bits)
{
  if (width == arg_width) return bits;
  double d = read_float(bits, arg_width);
  return width == 32 ? bits_of_float((float)d) : bits_of_double(d);
}

uint64_t hd_float_eval(hd_op op, unsigned width, unsigned arg_width, const uint64_t *args)
{
  switch (op) {
  case HD_OP_FNEG: return args[0] ^ UINT64_C(1) << (width - 1);
  case HD_OP_FTOF: return convert_float(width, arg_width, args[0]);
  case HD_OP_FTOSI: return truncated_float(true, width, read_float(args[0], arg_width));
  case HD_OP_FTOUI: return truncated_float(false, width, read_float(args[0], arg_width));
  case HD_OP_SITOF: return from_integer(true, width, arg_width, args[0]);
  case HD_OP_UITOF: return from_integer(false, width, arg_width, args[0]);
  default: break;
  }
  double a = read_float(args[0], arg_width), b = read_float(args[1], arg_width);
  if (op >= HD_OP_FEQ && op <= HD_OP_FUNO) return compare_floats(op, a, b);
  return width == 32 ? arithmetic32(op, (float)a, (float)b) : arithmetic64(op, a, b);
}
