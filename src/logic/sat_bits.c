/* sat_bits.c - circuits for arithmetic. */
#include "logic/sat_blast.h"

void hd_bits_const(uint64_t value, unsigned len, hd_bits *out)
{
  out->len = len;
  for (unsigned i = 0; i < len; i++) out->bit[i] = value >> (i < 64 ? i : 63) & 1 ? HD_LIT_TRUE : HD_LIT_FALSE;
}

void hd_bits_add(hd_sat *s, const hd_bits *a, const hd_bits *b, hd_lit carry, unsigned n, hd_bits *out)
{
  hd_bits sum;
  sum.len = n;
  for (unsigned i = 0; i < n; i++) {
    hd_lit x = hd_bits_at(a, i), y = hd_bits_at(b, i);
    sum.bit[i] = hd_sat_sum(s, x, y, carry);
    if (i + 1 < n) carry = hd_sat_majority(s, x, y, carry);
  }
  *out = sum;
}

void hd_bits_not(const hd_bits *a, unsigned n, hd_bits *out)
{
  for (unsigned i = 0; i < n; i++) out->bit[i] = -hd_bits_at(a, i);
  out->len = n;
}

void hd_bits_neg(hd_sat *s, const hd_bits *a, unsigned n, hd_bits *out)
{
  hd_bits flipped, zero;
  hd_bits_not(a, n, &flipped);
  hd_bits_const(0, 1, &zero);
  hd_bits_add(s, &flipped, &zero, HD_LIT_TRUE, n, out);
}

static unsigned constants_in(const hd_bits *a, unsigned n)
{
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++) {
    hd_lit l = hd_bits_at(a, i);
    count += l == HD_LIT_TRUE || l == HD_LIT_FALSE;
  }
  return count;
}

/* Modulo 2^n: a sum of rows, one for each bit of the operand with more constants. */
void hd_bits_mul(hd_sat *s, const hd_bits *a, const hd_bits *b, unsigned n, hd_bits *out)
{
  hd_bits sum;
  if (constants_in(a, n) > constants_in(b, n)) {
    const hd_bits *swap = a;
    a = b;
    b = swap;
  }
  hd_bits_const(0, n, &sum);
  for (unsigned k = 0; k < n; k++) {
    hd_lit use = hd_bits_at(b, k);
    hd_bits row;
    if (use == HD_LIT_FALSE) continue;
    row.len = n;
    for (unsigned i = 0; i < n; i++) row.bit[i] = i < k ? HD_LIT_FALSE : hd_sat_and(s, use, hd_bits_at(a, i - k));
    hd_bits_add(s, &sum, &row, HD_LIT_FALSE, n, &sum);
  }
  *out = sum;
}

void hd_bits_ite(hd_sat *s, hd_lit c, const hd_bits *a, const hd_bits *b, hd_bits *out)
{
  hd_bits result;
  result.len = a->len > b->len ? a->len : b->len;
  for (unsigned i = 0; i < result.len; i++) result.bit[i] = hd_sat_ite(s, c, hd_bits_at(a, i), hd_bits_at(b, i));
  *out = result;
}

hd_lit hd_bits_equal(hd_sat *s, const hd_bits *a, const hd_bits *b)
{
  unsigned n = a->len > b->len ? a->len : b->len;
  hd_lit all = HD_LIT_TRUE;
  for (unsigned i = 0; i < n; i++) all = hd_sat_and(s, all, -hd_sat_xor(s, hd_bits_at(a, i), hd_bits_at(b, i)));
  return all;
}

/* Unsigned order of sign-extended numbers is that of their bits; signed order turns the last bit around. */
hd_lit hd_bits_less(hd_sat *s, const hd_bits *a, const hd_bits *b, bool is_signed, bool or_equal)
{
  unsigned n = a->len > b->len ? a->len : b->len;
  hd_lit less = or_equal ? HD_LIT_TRUE : HD_LIT_FALSE;
  for (unsigned i = 0; i < n; i++) {
    hd_lit x = hd_bits_at(a, i), y = hd_bits_at(b, i);
    bool turn = is_signed && i + 1 == n;
    less = hd_sat_majority(s, turn ? x : -x, turn ? -y : y, less);
  }
  return less;
}

hd_lit hd_bits_too_long(hd_sat *s, const hd_bits *a, unsigned n)
{
  hd_lit some = HD_LIT_FALSE;
  for (unsigned i = n; i < a->len; i++) some = hd_sat_or(s, some, hd_sat_xor(s, a->bit[i], a->bit[n - 1]));
  return some;
}

/* Restoring division, highest bit first. */
void hd_bits_divide(hd_sat *s, const hd_bits *a, const hd_bits *b, unsigned n, hd_bits *quotient, hd_bits *rest)
{
  hd_bits r, q, divisor;
  hd_bits_const(0, n + 1, &r);
  q.len = n;
  divisor.len = n + 1;
  for (unsigned i = 0; i < n; i++) divisor.bit[i] = hd_bits_at(b, i);
  divisor.bit[n] = HD_LIT_FALSE;
  for (unsigned k = n; k-- > 0;) {
    hd_bits flipped, less;
    for (unsigned i = n; i > 0; i--) r.bit[i] = r.bit[i - 1];
    r.bit[0] = hd_bits_at(a, k);
    hd_bits_not(&divisor, n + 1, &flipped);
    hd_bits_add(s, &r, &flipped, HD_LIT_TRUE, n + 1, &less);
    q.bit[k] = -less.bit[n];
    hd_bits_ite(s, q.bit[k], &less, &r, &r);
  }
  r.len = n;
  *quotient = q;
  *rest = r;
}

void hd_bits_shift(hd_sat *s, const hd_bits *a, const hd_bits *by, unsigned width, unsigned n, bool left, hd_lit fill,
                   hd_bits *out)
{
  hd_bits now, far;
  hd_lit beyond = HD_LIT_FALSE;
  now.len = far.len = n;
  for (unsigned i = 0; i < n; i++) {
    now.bit[i] = hd_bits_at(a, i);
    far.bit[i] = fill;
  }
  for (unsigned k = 0; k < width; k++) {
    if (k >= 7 || 1u << k >= n) {
      beyond = hd_sat_or(s, beyond, hd_bits_at(by, k));
      continue;
    }
    hd_bits moved;
    moved.len = n;
    for (unsigned i = 0; i < n; i++) {
      unsigned d = 1u << k;
      bool inside = left ? i >= d : i + d < n;
      moved.bit[i] = inside ? now.bit[left ? i - d : i + d] : fill;
    }
    hd_bits_ite(s, hd_bits_at(by, k), &moved, &now, &now);
  }
  hd_bits_ite(s, beyond, &far, &now, out);
}
