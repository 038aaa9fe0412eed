/* lemmas.h - a refuted query tells more than what was asked.
 *
 * - For any number. A query that says "x is at least 5 before, and less than 5 after" is refuted because x does not
 * shrink, whatever the number: it is replaced by an unknown one (run.h, rigid), and if the query is still refuted, the
 * fact is about old and new values: old(x) <= x. - What is kept. The invariants of the proof say what holds wherever
 * the threads below stop, once they began with alpha: parts of alpha and of not beta. This takes one query for each
 * move, and no search (sequential/passed_facts.h).
 *
 * That attempts to generalize a refuted query are answered by its own proof where that suffices is in level.h
 * (hd_level_reprove). */
#ifndef HD_ENGINE_MODULAR_LEMMAS_H
#define HD_ENGINE_MODULAR_LEMMAS_H

#include "engine/modular/check.h"

/* The threads below the level cannot go from alpha to beta. Does a number that alpha and beta bound only grow, or only
 * shrink? The level learns that; true: nothing else is needed to exclude the move. */
bool hd_lemmas_for_any(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta);

/* The same; the level learns what the last proof says about states that are reached from alpha. */
void hd_lemmas_kept(hd_hierarchy *h, hd_level *l, hd_term alpha, hd_term beta);

#endif
