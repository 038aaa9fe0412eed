/* sat_blast.h - what the parts of the blaster share: values as literals, and circuits on them. */
#ifndef HD_LOGIC_SAT_BLAST_H
#define HD_LOGIC_SAT_BLAST_H

#include "logic/sat.h"

/* Bits that a result gets which naturally needs `natural`, in a term of that width. */
unsigned hd_span_room(unsigned room, unsigned width, unsigned natural, hd_sat_span a, hd_sat_span b);
/* A shift by a constant, at most the width. */
bool hd_span_shift(const hd_terms *T, hd_term t, unsigned width, unsigned *by);
/* Is the operand of a zero-extension assumed not to be negative? */
bool hd_span_zext_cuts(unsigned room, unsigned from, hd_sat_span a);

/* Bits, lowest first; the last is the sign, standing for all higher ones. */
enum { HD_BITS_MOST = 130 };
typedef struct {
  unsigned len;
  hd_lit bit[HD_BITS_MOST];
} hd_bits;

static inline hd_lit hd_bits_at(const hd_bits *a, unsigned i)
{
  return a->bit[i < a->len ? i : a->len - 1];
}

void hd_bits_const(uint64_t value, unsigned len, hd_bits *out);
/* out = a + b + carry, in n bits. */
void hd_bits_add(hd_sat *s, const hd_bits *a, const hd_bits *b, hd_lit carry, unsigned n, hd_bits *out);
void hd_bits_not(const hd_bits *a, unsigned n, hd_bits *out);
void hd_bits_neg(hd_sat *s, const hd_bits *a, unsigned n, hd_bits *out);
void hd_bits_mul(hd_sat *s, const hd_bits *a, const hd_bits *b, unsigned n, hd_bits *out);
void hd_bits_ite(hd_sat *s, hd_lit c, const hd_bits *a, const hd_bits *b, hd_bits *out);
/* Unsigned division of n-bit numbers; by zero: all ones, and the dividend. */
void hd_bits_divide(hd_sat *s, const hd_bits *a, const hd_bits *b, unsigned n, hd_bits *quotient, hd_bits *rest);
/* Shift by an unsigned amount of `width` bits, `fill` coming in; n bits. left: towards the high end. */
void hd_bits_shift(hd_sat *s, const hd_bits *a, const hd_bits *by, unsigned width, unsigned n, bool left, hd_lit fill,
                   hd_bits *out);
hd_lit hd_bits_equal(hd_sat *s, const hd_bits *a, const hd_bits *b);
hd_lit hd_bits_less(hd_sat *s, const hd_bits *a, const hd_bits *b, bool is_signed, bool or_equal);
/* Does a value of len bits not fit into n? */
hd_lit hd_bits_too_long(hd_sat *s, const hd_bits *a, unsigned n);

#endif
