/* shrink.h - the part of an inductive invariant that its safety rests on.
 *
 * Checkers know more than a proof needs, above all the facts that were guessed. From the failures backwards, only the
 * conjuncts that the solver's cores name are kept: what is left is inductive and excludes the failures, too,
 * is quicker to recheck, and is easier to read. */
#ifndef HD_SEQUENTIAL_SHRINK_H
#define HD_SEQUENTIAL_SHRINK_H

#include "sequential/cutgraph.h"

/* Replaces the formulas (by cut, over the graph's cells) by conjunctions of some of their conjuncts. False, with
 * nothing changed, if that cannot be shown within the effort. */
bool hd_seq_shrink(hd_cutgraph *g, hd_term *invariants);

#endif
