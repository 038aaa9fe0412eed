/* ranges.h - inputs that the program itself restricts to a small range.
 *
 * `n = input(); assume(5 <= n && n <= 10);` lets six values through: every other value ends the
 * execution before any other thread has seen anything of it. Those values need not be tried. */
#ifndef HD_ANALYSIS_RANGES_H
#define HD_ANALYSIS_RANGES_H

#include "analysis/sharing.h"

/* The values of assignment `a` (an input) of the edge that do not lead straight to an EXIT:
 * on a path that no other thread sees and that violates nothing. False when they are more than
 * `most`, or cannot be told. Appends to *values, which the caller owns. */
bool hd_ranges_input(hd_program *p, const hd_sharing *sharing, hd_edge e, uint32_t a, uint32_t most, hd_u64s *values);

#endif
