/* integer.h - integer expressions with the interval they lie in; for the files that
 * translate to integers.
 *
 * The arithmetic here is exact on integers, and the results' asts are kept (z3_context.h).
 * Intervals of operands stay below 2^100 in size, so that sums of them do not overflow. */
#ifndef HD_LOGIC_INTEGER_H
#define HD_LOGIC_INTEGER_H

#include "logic/translate.h"

typedef struct {
  Z3_ast ast;
  hd_wide low, high;
} hd_integer;

static inline hd_wide hd_power(unsigned exponent)
{
  return (hd_wide)1 << exponent;
}

/* Runs of ones in a mask. */
static inline unsigned hd_mask_runs(uint64_t mask)
{
  return (unsigned)__builtin_popcountll(mask & ~(mask << 1));
}

hd_integer hd_int_const(hd_wide value);
hd_integer hd_int_add(hd_integer a, hd_integer b);
hd_integer hd_int_sub(hd_integer a, hd_integer b);
hd_integer hd_int_scale(hd_integer a, hd_wide factor);
hd_integer hd_int_mul(hd_integer a, hd_integer b);
/* Division and remainder by a positive constant, rounding down. */
hd_integer hd_int_div(hd_integer a, hd_wide by);
hd_integer hd_int_mod(hd_integer a, hd_wide by);
hd_integer hd_int_ite(Z3_ast condition, hd_integer a, hd_integer b);
Z3_ast hd_int_less(hd_integer a, hd_integer b); /* a < b; true or false where the intervals decide */
Z3_ast hd_int_at_most(hd_integer a, hd_integer b);
Z3_ast hd_int_equal(hd_integer a, hd_integer b);
Z3_ast hd_int_within(hd_integer a, hd_wide low, hd_wide high);
/* The number congruent to a modulo 2^width in the signed or unsigned range. */
hd_integer hd_int_wrap(hd_integer a, unsigned width, bool is_signed);
/* a = b modulo 2^width */
Z3_ast hd_int_congruent(hd_integer a, hd_integer b, unsigned width);

Z3_ast hd_z3_bool(bool value);
Z3_ast hd_z3_not(Z3_ast a);
Z3_ast hd_z3_and(Z3_ast a, Z3_ast b);
Z3_ast hd_z3_or(Z3_ast a, Z3_ast b);

/* The bit operators that have no constant argument or no short integer form. */
hd_integer hd_int_bits(hd_op op, unsigned width, hd_integer a, hd_integer b);
/* a & mask for 0 <= mask < 2^width, by div and mod when it has few runs of ones. */
hd_integer hd_int_mask(hd_integer a, unsigned width, uint64_t mask);

#endif
