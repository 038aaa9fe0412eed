/* stage.h - the programs that the algorithm makes, for people to look at and for other tools to check. */
#ifndef HD_ENGINE_SLICING_STAGE_H
#define HD_ENGINE_SLICING_STAGE_H

#include "engine/slicing/slicing.h"

typedef enum { HD_SLICE_STAGE_RECONSTRUCTION, HD_SLICE_STAGE_REFINEMENT } hd_slice_stage;

/* Of the first counterexample to the abstraction that keeps these variables: the program that is forced along it, or
 * the abstraction without it. NULL: *why_not says why there is none. The caller owns it. */
hd_program *hd_slicing_stage(const hd_program *p, const uint8_t *keep, hd_slice_stage stage,
                             const hd_slicing_ways *ways, hd_property property, const hd_budget *b,
                             const char **why_not);

#endif
