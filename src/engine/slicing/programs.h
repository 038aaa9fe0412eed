/* programs.h - the algorithm as program transformations, over any engine.
 *
 * Abstraction (abstract.h), counterexample (path.h), reconstruction (reconstruct.h) and refinement (observe.h) are
 * programs of the model, so any engine can check them. Where the engine has no answer, there is none: a counterexample
 * counts as spurious only if its reconstruction was shown to be safe. */
#ifndef HD_ENGINE_SLICING_PROGRAMS_H
#define HD_ENGINE_SLICING_PROGRAMS_H

#include "engine/slicing/slicing.h"

/* keeps: as for hd_slicing_search. */
void hd_slicing_programs(const hd_program *p, const hd_task *t, uint8_t *const *keeps, uint32_t n,
                         const hd_engine *backend, const hd_slicing_ways *ways, const hd_budget *b, hd_result *out);

#endif
