/* refine.h - what a path to a goal tells: it can be taken, or why not.
 *
 * The path is asked about exactly, with the scheduler's choices left out: they are in the places (the suppressed path).
 * When it cannot be taken, its nodes get clauses that exclude it, backwards from the goal: each state
 * before the goal that the label still allows becomes a cube that implies the rest of the way, and what the exact
 * prefix of the path needs to exclude the cube becomes a clause. The clauses of a node, joined by `and`, are
 * sequence interpolants. */
#ifndef HD_ESST_REFINE_H
#define HD_ESST_REFINE_H

#include "engine/esst/search.h"

typedef struct {
  hd_u32s nodes;       /* from the root */
  hd_term_list *added; /* by position on the path: clauses */
  uint32_t dead;       /* a node that the path's form alone excludes, or HD_NONE */
} hd_esst_reason;
void hd_esst_reason_clear(hd_esst_reason *r);

/* The goal is a FAIL or BEYOND step out of the node. SAT: x->trace or x->beyond says what was found. UNSAT: *out has
 * the clauses (otherwise it is empty). */
hd_answer hd_esst_examine(hd_esst_search *x, uint32_t node, uint32_t goal, hd_esst_reason *out);

#endif
