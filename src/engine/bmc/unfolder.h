/* unfolder.h - what the parts of the unfolding share while they work. */
#ifndef HD_ENGINE_BMC_UNFOLDER_H
#define HD_ENGINE_BMC_UNFOLDER_H

#include "engine/bmc/shape.h"
#include "engine/bmc/unfold.h"

/* One write of a step, before the writes of a block are put together. */
typedef struct {
  hd_var var;
  uint32_t block, cond;
  uint32_t previous, before; /* the one before it of the same block and variable; of the variable; HD_NONE */
  hd_term index, value;
} hd_bmc_raw;

/* One way to a node. */
typedef struct {
  uint32_t cond, env, next;
} hd_bmc_arrival;

/* Where an iteration began: the node, and how many writes there were before. */
typedef struct {
  uint32_t node, raw;
  bool one; /* it is the only such node */
} hd_bmc_head;

/* The block of what is read in the last state, until it has a number. */
#define HD_BMC_FINAL (HD_NONE - 1)

/* Which instances write which cells: unfold_cells.c. */
typedef struct hd_bmc_cells hd_bmc_cells;

typedef struct {
  const hd_bmc_input *in;
  hd_bmc_unfolding *u;
  hd_bmc_shape shape;
  uint32_t unwind;
  bool exits;                   /* instances go on after overflows: exits.h */
  bool rehearsal;               /* the first of two passes: only finds out which blocks may not be completed */
  hd_map *sticky;               /* starts of blocks in the first pass: may the block not be completed? */
  hd_map by_key;                /* node */
  HD_VEC(uint32_t) arrivals_of; /* by node */
  HD_VEC(hd_bmc_arrival) arrivals;
  hd_u32s heap, counts;
  HD_VEC(hd_term) envs;
  uint32_t *column;          /* by variable: its place in the environments of the thread that has it to itself */
  uint32_t *columns;         /* by thread: their number */
  uint32_t *creator;         /* by variable that is a status: the thread that alone creates that one; else HD_NONE */
  uint32_t *argument_of;     /* by variable: the thread whose creation sets it, which nothing else does; else HD_NONE */
  bool *gates;               /* by variable: unfold_gates.c */
  bool *waits;               /* by thread: it does nothing before it is created */
  const hd_bmc_cells *cells; /* NULL: nothing is known */
  uint32_t *tests;           /* by edge: the loop that it leaves by a test of what that changes; or HD_NONE */
  hd_map decided;            /* iterations in which such a test is decided: the loop goes on */
  HD_VEC(hd_bmc_raw) raw;
  hd_map last_raw; /* block and variable */
  hd_map last_any; /* variable */
  hd_map reads;    /* block, variable and index to read */
  hd_map read_of;  /* symbol to read */
  HD_VEC(hd_bmc_head) heads;
  hd_map head_of; /* instance, location and counts to its place in heads */
  uint32_t who, first_block;
} hd_bmc_unfolder;

/* Where a term is evaluated. */
typedef struct {
  hd_bmc_unfolder *x;
  uint32_t env, block, cond;
  hd_term when; /* the condition, as a term */
} hd_bmc_view;

/* unfold_memory.c */
hd_term hd_bmc_rewrite(hd_bmc_view *v, hd_term t);
void hd_bmc_write_cell(hd_bmc_view *v, hd_var var, hd_term index, hd_term value);
/* The last ones, so that there are only so many. */
void hd_bmc_forget_writes(hd_bmc_unfolder *x, uint32_t written);
void hd_bmc_finish_writes(hd_bmc_unfolder *x);
/* The value that the block's own writes leave in the cell, over what it found there; HD_NO_TERM: it did not
 * look. *found: what it found. */
hd_term hd_bmc_left_in_cell(hd_bmc_view *v, hd_var var, hd_term index, hd_term *found);
/* Does the write happen, as far as can be told where `cond` holds? HD_NO_TERM: certainly not. */
hd_term hd_bmc_happens(hd_bmc_unfolding *u, uint32_t write, uint32_t cond);
/* The thread whose only instance (or each of whose instances, for a local) has the variable to itself;
 * HD_NONE: it is shared. */
uint32_t hd_bmc_owner(const hd_bmc_input *in, hd_var v);
static inline bool hd_bmc_is_private(const hd_bmc_input *in, hd_var v)
{
  return hd_bmc_owner(in, v) != HD_NONE;
}
hd_term hd_bmc_in_range(hd_bmc_unfolding *u, hd_var v, hd_term index);

/* unfold_step.c: all edges out of the node. */
void hd_bmc_expand(hd_bmc_unfolder *x, uint32_t node);
/* unfold_create.c */
void hd_bmc_find_creators(hd_bmc_unfolder *x);
/* The argument that the instance was created with, if the cell is its own and the value is known; or HD_NO_TERM. */
hd_term hd_bmc_argument(const hd_bmc_view *v, hd_var var, hd_term index);
/* hd_bmc_rewrite of a guard, with what the instance knows about threads that it alone creates. */
hd_term hd_bmc_rewrite_guard(hd_bmc_view *v, hd_term t);

/* unfold_gates.c: which variables are gates; and whether the write of that value is one that no read sees. */
void hd_bmc_find_gates(hd_bmc_unfolder *x);
bool hd_bmc_closes_gate(const hd_bmc_unfolder *x, hd_var v, hd_term value);
/* If the location is reached in this way, does no instance stop there? */
bool hd_bmc_only_passes(hd_bmc_view *v, hd_loc l);

/* unfold_cells.c. The writes of an unfolding, and whether those of another are among them. */
hd_bmc_cells *hd_bmc_cells_new(const hd_bmc_unfolding *u);
void hd_bmc_cells_free(hd_bmc_cells *c);
bool hd_bmc_cells_cover(const hd_bmc_cells *c, const hd_bmc_cells *other);
/* Does the instance alone write the cell? */
bool hd_bmc_is_own(const hd_bmc_view *v, hd_var var, hd_term index);
/* The value that another has left there for certain; or HD_NO_TERM. */
hd_term hd_bmc_found_there(const hd_bmc_view *v, hd_var var, hd_term index);
/* unfold_count.c: which edges test what their loop changes; that one of them is not taken from the node; and whether
 * the loop, an iteration of which ends at the node, goes on. */
void hd_bmc_find_tests(hd_bmc_unfolder *x);
void hd_bmc_note_test(hd_bmc_unfolder *x, uint32_t node, uint32_t edge);
bool hd_bmc_goes_around(const hd_bmc_unfolder *x, uint32_t loop, uint32_t node);

/* unfold_idle.c: a node is visited, perhaps one that an iteration begins with. */
void hd_bmc_note_head(hd_bmc_unfolder *x, uint32_t node);
/* When has the iteration that ends with this step, with these counts and this environment after it, changed
 * nothing? */
hd_term hd_bmc_is_idle(hd_bmc_view *v, const hd_edge_info *e, const uint32_t *after, uint32_t env);
/* unfold_ends.c: what the last state says about an instance that stays at the node. */
void hd_bmc_note_stop(hd_bmc_unfolder *x, uint32_t node);
void hd_bmc_note_accesses(hd_bmc_unfolder *x, hd_bmc_view *v, uint32_t node, hd_term pending);
bool hd_bmc_may_race(const hd_bmc_unfolder *x, hd_loc l);

/* unfold.c */
uint32_t hd_bmc_arrive(hd_bmc_unfolder *x, uint32_t from, hd_loc to, const uint32_t *counts, uint32_t cond,
                       uint32_t env);
/* The block cannot be completed where the condition holds and, beyond it, `when`. */
void hd_bmc_stick(hd_bmc_unfolder *x, uint32_t block, uint32_t cond, hd_term when);

static inline void hd_bmc_fact(hd_bmc_unfolding *u, hd_term fact)
{
  if (!hd_term_is_true(u->T, fact)) hd_vec_push(&u->facts, fact);
}
static inline void hd_bmc_use(hd_bmc_unfolding *u, hd_term when, hd_term t)
{
  if (hd_term_arity(u->T, t)) hd_vec_push(&u->used, (hd_bmc_used){when, t});
}
static inline hd_term hd_bmc_implies(hd_terms *T, hd_term a, hd_term b)
{
  return hd_term_2(T, HD_OP_OR, hd_term_1(T, HD_OP_NOT, a), b);
}

#endif
