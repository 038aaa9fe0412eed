/* dominance.h - of two states that differ in how far counters have come, the one that is further is enough.
 *
 * Some variables only ever grow towards a violation: they are copied, a constant is added to them, and the
 * only tests ask whether they are too large, in which case a check fails. Let two states be equal but
 * for such variables, and let none of them be smaller in the second. Then whatever the first can do the second can do,
 * step by step, staying in this relation or failing a check earlier: the first one need not be
 * expanded. Additions must not wrap around for that; values that come near it end the search. A chain of
 * states that stand for each other keeps all program counters, so the reduction by persistent
 * sets is not disturbed: a cycle through such a chain still closes a cycle of some thread's graph. */
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
 * come too far. */
bool hd_antichain_add(hd_antichain *a, const uint64_t *words, uint32_t id, uint8_t *dominated);

#endif
