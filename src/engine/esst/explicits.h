/* explicits.h - which variables a place knows by their numbers.
 *
 * These are the scheduler's variables (which thread may run, waits, or holds a lock), so that the scheduler can be
 * executed, and whatever is computed from them alone. Everything else is symbolic, described by regions instead of
 * being enumerated. */
#ifndef HD_ENGINE_ESST_EXPLICITS_H
#define HD_ENGINE_ESST_EXPLICITS_H

#include "sequential/blocks.h"

/* chosen, by variable: 1 when its cells are explicit. demoted: those that must not be explicit; may be NULL. */
void hd_esst_explicits_choose(const hd_program *p, const hd_cells *cells, const uint8_t *demoted, uint8_t *chosen);

#endif
