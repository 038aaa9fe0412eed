/* interpolate_ways.h - the ways to interpolants over a chain that contains only what its core needs; for
 * interpolate.c. Updates without a value make their target unknown. */
#ifndef HD_LOGIC_INTERPOLATE_WAYS_H
#define HD_LOGIC_INTERPOLATE_WAYS_H

#include "logic/interpolate.h"

/* Negated preconditions of `after`; false: they grew too large, or elimination lost too much. */
bool hd_interpolate_backward(hd_smt *s, const hd_chain *core, hd_term *out);
/* Postconditions of `before`. */
bool hd_interpolate_forward(hd_smt *s, const hd_chain *core, hd_term *out);
/* By Spacer; HD_SAT never. */
hd_answer hd_interpolate_horn(hd_smt *s, const hd_chain *core, hd_term *out);

#endif
