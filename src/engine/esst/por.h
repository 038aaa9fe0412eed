/* por.h - partial-order reduction: which instances have to be considered where the scheduler chooses.
 *
 * A transition is a turn of an instance: from its location to the next one where others may move. Two turns are
 * independent at a place when neither writes a shared cell that the other reads or writes there (flow.h).
 *
 * Persistent sets (Algorithm 1). A set of instances that can move is persistent when nothing that the others may do
 * while its members stand still conflicts with a member's turn. What the others may do is what constant
 * propagation reaches; that takes the part of necessary enabling sets: a party that cannot be enabled without a
 * member's turn does nothing. When there is a conflict, the instance is added, or if it cannot move
 * yet, one whose write lets it. The seed must surely be able to finish its turn, whatever the symbolic
 * values are: otherwise the set could consist of turns that are impossible, and hide others. And it must
 * not be asleep.
 *
 * Sleep sets (Algorithm 3) with coverings. Let a run from a state of a node to a violation be awake there when none
 * of its initial turns (those that independence lets go first) is in the node's sleep set. Claim: from every node,
 * awake runs lead to a violation that is explored. Take the first explored turn t among the run's initial
 * ones. A turn u asleep after t is independent of t, and was asleep at the node or explored before t; if u were
 * initial in the rest of the run, it would be initial in the run, too, which contradicts the choice. So the rest is
 * awake after t. A covering keeps that when the sleep set of the covering node is a subset; where it is not, what
 * sleeps only there is woken: explored from the covering node as if it had come first, that is with what is
 * still asleep there as its sleep set.
 *
 * Both together. Where only a persistent set is explored, either the run has turns of its members, and the first of
 * them is initial in it: the case above. Or it has none, and the seed s, which is awake, can go before all of it:
 * the run s, r is awake, and its first explored initial turn is one of r, which is progress, or s itself, which
 * leaves r as it was. The latter cannot go on for ever: the forest is finite, so a cycle would be closed, by a
 * covering; then the last node before it where the scheduler chose is expanded fully (Algorithm 2), and there only
 * what is part of the run is taken. */
#ifndef HD_ESST_POR_H
#define HD_ESST_POR_H

#include "engine/esst/space.h"

typedef struct hd_esst_por hd_esst_por;

hd_esst_por *hd_esst_por_new(hd_esst_space *x, hd_smt *smt, bool persistent, bool sleep); /* borrows both */
void hd_esst_por_free(hd_esst_por *r);

/* The parties to consider at a place where the scheduler chooses, as bits; some may be asleep. */
uint64_t hd_esst_por_choose(hd_esst_por *r, uint32_t place, uint64_t sleep);
/* The parties that sleep after the party's turn, out of those asleep or explored before; r may be NULL. */
uint64_t hd_esst_por_sleep(hd_esst_por *r, uint32_t place, uint32_t party, uint64_t before);

#endif
