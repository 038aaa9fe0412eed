/* dominance.h - of two states that differ only in how far counters have come, only the further one is needed.
 *
 * Some variables only ever grow towards a violation: they are copied, a constant is added to them, and the only tests
 * ask whether they are too large, in which case a check fails. Let two states be equal except for such variables, and
 * let none of these be smaller in the second. Then the second can do whatever the first can, step by step, staying in
 * this relation or failing a check earlier: the first need not be expanded. This requires that additions do not wrap
 * around; a value that comes close to that ends the search. A chain of states that stand for each other keeps all
 * program counters, so the reduction by persistent sets is not disturbed: a cycle through such a chain still closes a
 * cycle of some thread's graph. */
#ifndef HD_EXPLICIT_DOMINANCE_H
#define HD_EXPLICIT_DOMINANCE_H

#include "engine/explicit/layout.h"

typedef struct hd_dominance hd_dominance;

/* NULL when no shared variable is of that kind. is_open: those whose value may be left open are not. */
hd_dominance *hd_dominance_new(const hd_xlayout *layout, const hd_sharing *sharing);
void hd_dominance_free(hd_dominance *d);

/* States of a search that are not dominated by another that was given. */
typedef struct hd_antichain hd_antichain;
hd_antichain *hd_antichain_new(const hd_dominance *d);
void hd_antichain_free(hd_antichain *a);
/* Adds a state, the id-th, and marks in `dominated` (by id) those that it dominates, or itself. False: a value has
 * become too large. */
bool hd_antichain_add(hd_antichain *a, const uint64_t *words, uint32_t id, uint8_t *dominated);

#endif
