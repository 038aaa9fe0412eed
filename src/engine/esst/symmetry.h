/* symmetry.h - inside the engine: identical instances that nothing tells apart at a node.
 *
 * Two instances of a thread can be exchanged in an execution when the thread's instances are alike
 * (analysis/replicated.h): they use their number to find their own elements only, and nobody else finds those by
 * number. That others start them or wait for their end by number is no obstacle once that lies behind. Where
 * exchanging the two leaves all states of a node as they are, whatever the second one leads to is the image of what
 * the first one leads to, and one of the two is enough. Images of runs are as long as the runs and, when what sleeps
 * is the same for both, as awake: the argument of por.h goes through with them. A label must not be strengthened
 * later, so this is for predicates. */
#ifndef HD_ESST_SYMMETRY_H
#define HD_ESST_SYMMETRY_H

#include "engine/esst/search.h"

hd_esst_symmetry *hd_esst_symmetry_new(const hd_esst_space *x); /* borrows x; NULL: no instances are alike */
void hd_esst_symmetry_free(hd_esst_symmetry *s);

/* Of the parties, one for each group that nothing tells apart at the node; s may be NULL. */
uint64_t hd_esst_symmetry_choose(hd_esst_symmetry *s, const hd_esst_search *x, uint32_t node, uint64_t parties);

#endif
