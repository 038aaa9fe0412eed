/* guards.h - how the guards of a location's edges relate.
 *
 * Decided propositionally: what is not built from not, and, or is an atom that may be true
 * or false, except that one term does not equal two different constants. A `true` answer
 * is certain; `false` may mean that it could not be shown. */
#ifndef HD_ANALYSIS_GUARDS_H
#define HD_ANALYSIS_GUARDS_H

#include "program/program.h"

/* Is at least one edge out of the location always enabled? */
bool hd_guards_exhaustive(const hd_program *p, hd_loc l);
/* Are the two edges never enabled in the same state? */
bool hd_guards_exclusive(const hd_program *p, hd_edge a, hd_edge b);

#endif
