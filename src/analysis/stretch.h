/* stretch.h - for which values of a variable a comparison holds.
 *
 * A comparison of x + constant with a constant holds in one stretch of the circle of numbers of its width, and
 * nowhere else: wrap-around is nothing special. */
#ifndef HD_ANALYSIS_STRETCH_H
#define HD_ANALYSIS_STRETCH_H

#include "expr/term.h"

typedef struct {
  bool known;
  uint64_t low, length; /* it holds in [low, low + length], modulo the width */
} hd_stretch;

/* The values of h for which the test holds when the variable that it reads is h + offset. Not known if it is not such a
 * comparison, or never holds. */
hd_stretch hd_stretch_of(const hd_terms *T, hd_term test, uint64_t offset, unsigned width);
/* The term as a variable and a constant that is added to it; false: it is something else. */
bool hd_stretch_sum(const hd_terms *T, hd_term t, uint32_t *symbol, uint64_t *offset);

#endif
