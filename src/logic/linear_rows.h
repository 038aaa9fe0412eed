/* linear_rows.h - how the rows of linear.h are made, combined and printed; only the files of linear.h include this. */
#ifndef HD_LOGIC_LINEAR_ROWS_H
#define HD_LOGIC_LINEAR_ROWS_H

#include "logic/linear.h"

enum { HD_LINEAR_BITS = 48 };               /* of a variable, at most */
#define HD_LINEAR_FACTOR (INT64_C(1) << 60) /* factors and constants are smaller */
__extension__ typedef __int128 hd_wide;

/* --- sums --------------------------------------------------------------------------------------------- */

/* A sum and a constant. */
typedef struct {
  hd_sum sum;
  int64_t constant;
  bool fails; /* it is none, or too large */
} hd_affine;

/* into += factor * sum. False: too large. */
bool hd_sum_add(hd_sum *into, const hd_sum *sum, int64_t factor);
int64_t hd_sum_factor(const hd_sum *s, uint32_t symbol);
/* Is a = sign * b? */
bool hd_sum_is_multiple(const hd_sum *a, const hd_sum *b, int64_t sign);
/* The value of a sum as bits of that width. */
hd_term hd_sum_bits(const hd_linear *x, const hd_sum *s, int64_t constant, unsigned width);

void hd_affine_add(hd_affine *into, const hd_affine *a, int64_t factor);
void hd_affine_clear(hd_affine *a);

/* --- intervals ---------------------------------------------------------------------------------------- */

typedef struct {
  hd_wide low, high;
} hd_range;

hd_range hd_range_of_width(unsigned width); /* of signed numbers */
/* By the widths of variables and the rows about single ones; row `but` does not count. */
hd_range hd_range_of_sum(const hd_linear *x, const hd_sum *s, uint32_t but);
/* The same, and by what rows about the same sum say. */
hd_range hd_range_of(const hd_linear *x, const hd_affine *a);

static inline int64_t hd_factor_gcd(int64_t a, int64_t b)
{
  return (int64_t)hd_gcd(hd_magnitude(a), hd_magnitude(b));
}

/* --- rows ---------------------------------------------------------------------------------------------- */

/* sum <= bound (or =), with factors as small as possible. False: the numbers are too large. */
bool hd_linear_push(hd_linear *x, hd_sum sum_take, int64_t bound, bool equal);
/* Puts the value in the place of the symbol in a row. */
void hd_linear_put(hd_linear *x, uint32_t row, uint32_t symbol, const hd_affine *value);
hd_term hd_linear_row_term(hd_linear *x, const hd_linear_row *r);
/* Makes rows of those other conjuncts that can be understood now. */
void hd_linear_read_rest(hd_linear *x);

#endif
