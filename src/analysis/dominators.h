/* dominators.h - which locations every path from the entry, or to an end, has to pass.
 *
 * a dominates b when every path from the entry of their thread to b passes a; a
 * post-dominates b when every path from b to an end passes a. Both hold for a = b. What is
 * not reached (from an entry; from an end backwards) dominates nothing and is dominated by
 * nothing. The trees of all threads are computed together: their graphs are disjoint.
 * (K. Cooper, T. Harvey, K. Kennedy: A simple, fast dominance algorithm, 2001.) */
#ifndef HD_ANALYSIS_DOMINATORS_H
#define HD_ANALYSIS_DOMINATORS_H

#include "program/program.h"

typedef struct {
  uint32_t *parent;        /* by location: its nearest other dominator; HD_NONE: it has none */
  uint32_t *order;         /* by location: a number larger than its dominators'; HD_NONE: not reached */
  uint32_t *enter, *leave; /* the tree in preorder: a's subtree is enter[a] .. leave[a] - 1 */
} hd_dominators;

hd_dominators *hd_dominators_new(hd_program *p);

/* dropped, by edge: it is ignored; may_stop, by location: it is an end although it has edges. Either may be NULL.
 * Locations without a counted edge out are ends. A part of the graph from which no end can be reached ends at the first
 * location of each cycle it cannot leave. */
hd_dominators *hd_post_dominators_new(hd_program *p, const uint8_t *dropped, const uint8_t *may_stop);
void hd_dominators_free(hd_dominators *d);

static inline bool hd_dominates(const hd_dominators *d, hd_loc a, hd_loc b)
{
  return d->order[a.id] != HD_NONE && d->order[b.id] != HD_NONE && d->enter[a.id] <= d->enter[b.id] &&
         d->enter[b.id] < d->leave[a.id];
}

#endif
