/* search.h - inside the engine: the forest as it grows, and what all its parts work with.
 *
 * A node of the forest is a node of a labelled tree (logic/tree.h) whose place is one of the space's (space.h): the
 * nodes of one turn of a thread are one of the paper's abstract reachability trees, and the edges out of a node where
 * the scheduler chooses begin new ones, as its connectors do. The label is the conjunction of the regions.
 *
 * There are two ways to find labels. With predicates (regions.h) a label is the abstract post of its parent's under the
 * precision of its place, and a refinement adds predicates and builds the touched part anew. With interpolants a label
 * begins as `true`, and a refinement strengthens the labels along a path. Both refine by the same clauses
 * (refine.h). */
#ifndef HD_ESST_SEARCH_H
#define HD_ESST_SEARCH_H

#include "engine/esst/space.h"
#include "logic/tree.h"

typedef struct {
  uint64_t sleep;       /* parties that need not move first from here */
  uint64_t tried;       /* parties whose steps from here are in the forest */
  uint64_t alone;       /* with a reduction: the persistent set that was chosen here; 0: nothing was chosen */
  hd_term *regions;     /* with predicates: by party, and the global one */
  uint32_t mover;       /* whose step led here, or HD_NONE */
  uint32_t switches;    /* context switches on the way here */
  uint32_t stamp;       /* with predicates: how many there were when the regions were computed */
  const uint8_t *image; /* by party: covered under this permutation (symmetry.h); NULL: as it is */
} hd_esst_node;

typedef struct hd_esst_regions hd_esst_regions;
typedef struct hd_esst_por hd_esst_por;
typedef struct hd_esst_symmetry hd_esst_symmetry;

typedef struct {
  hd_esst_space *space;
  hd_terms *T;
  const hd_task *task;
  const hd_budget *budget;
  hd_smt *smt;
  hd_solver *steps, *prefix; /* kept: for single steps, and for paths */
  hd_tree tree;
  HD_VEC(hd_esst_node) nodes; /* by node of the tree */
  hd_esst_regions *regions;   /* NULL: labels are interpolants */
  hd_esst_por *por;           /* NULL: no reduction */
  hd_esst_symmetry *symmetry; /* NULL: no parties are alike, or symmetry is off */
  hd_arena images;            /* permutations */
  hd_map kin;                 /* number of symmetry.h to a place, the first that has it; */
  hd_u32s next_kin;           /* by place: the next one; HD_NONE: none, or not entered */
  uint32_t entered;           /* places that are in `kin` */
  hd_map can;                 /* label and condition: can the step be taken? */
  uint8_t *ignored;           /* by location: nothing is known beyond it, and it was reached */
  hd_loc beyond;              /* the first of them, or HD_NO_LOC */
  hd_trace *trace;            /* of a violation */
  hd_var demote;              /* a variable with too many values, or HD_NO_VAR */
  bool bounded;               /* a bound kept a node from being expanded */
  bool lost;                  /* a question had no answer: no proof */
  bool full;                  /* the reduction is switched off for the rest */
  uint32_t most;              /* nodes allowed from now on, or HD_NONE */
  double refinements, transitions, images_covered;
} hd_esst_search;

/* Borrows all but the search itself. */
void hd_esst_search_init(hd_esst_search *x, hd_esst_space *space, hd_smt *smt, const hd_task *t, const hd_budget *b);
void hd_esst_search_clear(hd_esst_search *x);

/* Grows the forest until it is complete (true), or something else ended it: see the fields. */
bool hd_esst_search_run(hd_esst_search *x);
/* Goes on without reduction: what was left out is explored as well. */
void hd_esst_search_complete(hd_esst_search *x, uint32_t most);

/* Parties that can move at an expanded node, and whose steps were left out by the reduction. */
uint64_t hd_esst_left(const hd_esst_search *x, uint32_t node);

/* Is the step possible from states of the label? Unknown counts as yes, and is noted. */
bool hd_esst_can_step(hd_esst_search *x, uint32_t node, uint32_t step);

#endif
