/* tree.h - an abstract reachability tree: unwinding with labels, coverage, and labels made stronger.
 *
 * A node stands for all executions along its path from the root; its label, a conjunction, holds after each of them.
 * What a place is (a cut-point, a vector of locations with a scheduler's state) is up to the caller. Nodes at the same
 * place can be compared: if the label of one implies another's, nothing new lies behind it, and it is covered. The tree
 * is complete when every node that lives is expanded or covered; then the labels at a place, joined by `or`, are an
 * invariant there, inductive along the caller's steps. (K. McMillan: Lazy abstraction with interpolants, 2006.)
 *
 * Invariants: a covered node is not below a covered node, and is not covered by a node that is covered, dead,
 * or younger than itself; a node with a false label is dead, and so is all below it. */
#ifndef HD_LOGIC_TREE_H
#define HD_LOGIC_TREE_H

#include "base/map.h"
#include "logic/formula.h"
#include "logic/smt.h"

typedef struct {
  uint32_t parent; /* HD_NONE: the root */
  uint32_t via;    /* the caller's name for the step from the parent */
  uint32_t place;
  uint32_t depth;
  hd_term_list label;
  uint32_t covered_by; /* or HD_NONE */
  bool expanded, dead, waiting;
  hd_u32s children;
  hd_u32s covers; /* nodes whose covered_by this is, or was */
} hd_tree_node;

typedef struct {
  hd_smt *smt;
  hd_terms *T;
  HD_VEC(hd_tree_node) nodes;
  HD_VEC(hd_u32s) at; /* by place: its nodes, the oldest first */
  hd_u32s queue;      /* nodes to look at, the oldest first */
  uint32_t head;      /* of the queue */
  bool depth_first;   /* the youngest first */
  hd_map implied;     /* pairs of conjunctions that were compared */
  bool lost;          /* a comparison was not answered: taken for `not covered` */
} hd_tree;

void hd_tree_init(hd_tree *t, hd_smt *s); /* borrows s */
void hd_tree_clear(hd_tree *t);
bool hd_tree_check(const hd_tree *t); /* do the invariants hold? */
/* The new node waits to be looked at. label may be HD_NO_TERM for true. */
uint32_t hd_tree_add(hd_tree *t, uint32_t parent, uint32_t via, uint32_t place, hd_term label);
/* The next node that is neither covered, dead nor expanded; HD_NONE: the tree is complete. */
uint32_t hd_tree_next(hd_tree *t);
/* Looks at the node again later. */
void hd_tree_wait(hd_tree *t, uint32_t node);

/* Adds a conjunct. What the node covered and does no longer waits again; with a false label it dies. */
void hd_tree_strengthen(hd_tree *t, uint32_t node, hd_term conjunct);
/* Tries to cover the node by an older one at its place. With `force` (may be NULL), conjuncts that the label
 * lacks are added where they hold after the step into the node as well (forced covering). */
typedef struct {
  /* Does the conjunct hold after the step from the parent's label? */
  bool (*holds)(void *context, uint32_t node, hd_term conjunct);
  void *context;
} hd_tree_force;
bool hd_tree_cover(hd_tree *t, uint32_t node, const hd_tree_force *force);
/* The same by those that `fits` accepts only; NULL: by all. */
typedef struct {
  bool (*fits)(void *context, uint32_t by, uint32_t node);
  void *context;
} hd_tree_filter;
bool hd_tree_cover_if(hd_tree *t, uint32_t node, const hd_tree_force *force, const hd_tree_filter *filter);
/* Covers the node by an older one at any place, if that one's label follows from `image`: what the node's label says in
 * terms of the other place. Labels must not be strengthened afterwards, but for `false`. */
bool hd_tree_cover_image(hd_tree *t, uint32_t node, uint32_t by, hd_term image);

hd_term hd_tree_label(const hd_tree *t, uint32_t node);
bool hd_tree_lives(const hd_tree *t, uint32_t node); /* not dead, not covered, nor below such a node */
/* The labels of living, expanded nodes at the place, joined by or; false: it is not reached. */
hd_term hd_tree_invariant(const hd_tree *t, uint32_t place);

#endif
