/* search.h - the algorithm over the bounded checker, for one property of one program.
 *
 * A counterexample of a level is passed to the next one, which keeps more variables: can it be completed there? If not,
 * what its refutation needs is excluded from the level, and the level is asked again. That is the algorithm's recursion
 * on the variables that are left: the last level keeps all of them, and what it says is an execution of the program, or
 * none. A level that has been refined too often is given up: the next one is asked in its place. */
#ifndef HD_ENGINE_SLICING_SEARCH_H
#define HD_ENGINE_SLICING_SEARCH_H

#include "engine/slicing/choose.h"
#include "engine/slicing/slicing.h"

/* keeps: the variables kept by each level but the last, fewest first. Fills *out. */
void hd_slicing_search(const hd_program *p, const hd_task *t, uint8_t *const *keeps, uint32_t n,
                       const hd_slicing_ways *ways, const hd_budget *b, hd_result *out);

#endif
