/* unfold.h - a program unfolded: every instance as a graph without cycles, its data as terms.
 *
 * A *node* is a location in an iteration of its loops; a *step* is an edge taken there. Nodes that
 * paths share are merged; a variable's value there is an if-then-else over the steps that lead to it.
 *
 * A *block* is what an instance does from one cut-point to the next: no other instance moves in between.
 * It sees the shared memory as it is when it starts (`reads`, one symbol for each cell) and leaves
 * it changed when it ends (`writes`). The blocks of an instance form a chain in program order, some
 * of which are not executed. So an execution is: which blocks are executed, and a total order of
 * all blocks that respects the chains. Nothing here says in which order: that is memory.h's part.
 *
 * Where a block may not be completed (a guard that may not hold, an end of the execution, a bound),
 * the instance may stop before it: `go` of its first node is free. Where it can always be completed
 * it is: an execution in which an instance stops there can be extended. A failed check does not stop
 * anything, for the same reason: what follows it in time is not looked at. Nor does an overflow, where
 * exits.h says that it comes after what is looked for. */
#ifndef HD_ENGINE_BMC_UNFOLD_H
#define HD_ENGINE_BMC_UNFOLD_H

#include "analysis/cuts.h"
#include "analysis/liveness.h"
#include "analysis/loops.h"
#include "base/budget.h"
#include "engine/bmc/conds.h"
#include "engine/bmc/rules.h"

typedef struct {
  hd_thread thread;
  uint32_t instance;
} hd_bmc_who;

typedef struct {
  uint32_t who, block;
  hd_loc loc;
  bool starts;          /* its block */
  uint32_t reached, go; /* conditions: it is reached; and gone on from */
  hd_term stay;         /* Boolean: the instance may stop here and does; HD_NO_TERM: it may not */
  uint32_t first_step, n_steps;
  uint32_t env;
  uint32_t counts; /* of the loops around it: offset into the counts */
} hd_bmc_node;

typedef struct {
  uint32_t node, to, cond; /* to: the node it leads to, or HD_NONE */
  hd_edge edge;
  uint32_t first_input, n_inputs;
  hd_term violated; /* taken, and its check fails; or HD_NO_TERM */
} hd_bmc_step;

typedef struct {
  uint32_t who, node;
  uint32_t cond;   /* executed */
  bool spine;      /* every later block of its chain is executed only if this one is */
  bool wrote;      /* something that others can see */
  hd_u32s must;    /* facts (terms) that hold when it is executed: what it waits for, anywhere in it */
  hd_term ended;   /* the execution has ended in it (exits.h); HD_NO_TERM: never */
  hd_term failed;  /* a check in it has failed: then it need not be completed; HD_NO_TERM: never */
  uint32_t sticks; /* reasons why it may not be completed ... */
  hd_term why;     /* ... and when one of them holds, if it is started; HD_NO_TERM: there is none */
} hd_bmc_block;

typedef struct {
  uint32_t block;
  hd_var var;
  hd_term index;  /* HD_NO_TERM: a scalar */
  hd_term symbol; /* the value */
  hd_term guard;  /* when it matters */
} hd_bmc_read;

typedef struct {
  uint32_t block;
  hd_var var;
  hd_term index, value, guard;
  uint32_t cond; /* HD_NONE, or the condition that the guard is */
} hd_bmc_write;

/* A place where what can be said ends. */
typedef struct {
  hd_term reached;
  uint32_t loc; /* UNSUPPORTED or BOUND; HD_NONE: the unwinding */
  uint32_t block;
} hd_bmc_beyond;

/* An overflow, where no check has failed in its block before (exits.h). */
typedef struct {
  hd_term taken;
  uint32_t block;
} hd_bmc_exit;

/* An access that an instance may be about to make, in the last state. */
typedef struct {
  uint32_t who;
  hd_var var;
  hd_term index, pending;
  bool write, atomic;
} hd_bmc_access;

/* A cell that starts with any value. */
typedef struct {
  hd_var var;
  uint32_t instance;
  hd_term symbol; /* of an array: an array */
} hd_bmc_initial;

/* A term, and when its value matters. */
typedef struct {
  hd_term when, term;
} hd_bmc_used;

/* An instance that stands still: when, whether that is a deadlock as far as it is concerned, and
 * whether it is one that waits (was started, has not finished). */
typedef struct {
  hd_term stays, blocked, waits;
} hd_bmc_stop;

typedef struct hd_bmc_unfolding {
  hd_program *p;
  hd_terms *T;
  hd_property property;
  HD_VEC(hd_bmc_who) who;
  hd_bmc_conds conds;
  HD_VEC(hd_bmc_node) nodes;
  HD_VEC(hd_bmc_step) steps;
  HD_VEC(hd_bmc_block) blocks; /* an instance's blocks stand together, in program order */
  HD_VEC(hd_bmc_read) reads;
  HD_VEC(hd_bmc_write) writes;
  HD_VEC(hd_term) inputs;
  HD_VEC(hd_term) facts;
  HD_VEC(hd_bmc_initial) initial;
  HD_VEC(hd_bmc_beyond) beyond;
  HD_VEC(hd_bmc_exit) exits;
  HD_VEC(hd_bmc_access) accesses;
  HD_VEC(hd_bmc_stop) stops;
  HD_VEC(hd_term) stuck; /* when an instance is in an atomic section and no instance can move any more */
  hd_u32s stuck_in;      /* ... in these blocks */
  /* Terms that an executed block evaluates, with the condition under which it does. */
  HD_VEC(hd_bmc_used) used;
  hd_u32s last;                /* blocks in which an instance may be interrupted: nothing else comes after */
  HD_VEC(hd_term) interrupted; /* ... and when it is */
  uint32_t final;              /* the block, after all others, that sees the last state; or HD_NONE */
  uint32_t symbols;            /* the next free symbol */
  const char *failure;         /* what could not be unfolded; or NULL */
  hd_pos failure_pos;
  bool too_large;
  bool stop_anywhere; /* as in the input */
  unsigned off;       /* likewise */
  hd_u32s counts;     /* of the nodes: how often each of the loops around it has come around ... */
  uint32_t levels;    /* ... that many numbers for each */
} hd_bmc_unfolding;

enum { HD_BMC_SHORT = 32 };

/* What does not change between unfoldings. */
typedef struct {
  hd_program *p; /* its terms are copied */
  const hd_sharing *sharing;
  const hd_cuts *cuts;
  const hd_liveness *liveness;
  const hd_loops *loops;
  hd_property property;
  bool stop_anywhere; /* before every block: going on may not be free, as with a bound on contexts */
  /* Blocks start by the place alone, not by what was written or is known before it: so unfoldings of a program and of
   * its slices have the same ones, and runs of one can be looked for in another. */
  bool blocks_by_place;
  bool follow_bounds; /* loops that are known to come around at most HD_BMC_SHORT times do so */
  /* Rules that are left out, a bit for each. Iterations that change nothing (HD_BMC_RULE_IDLE): without them the same
   * places are reached, but not every execution is there; a caller that compares executions of different programs must
   * keep them. */
  unsigned off;
  uint32_t most_steps; /* a larger unfolding is given up */
  const hd_budget *budget;
} hd_bmc_input;

/* Loops go around at most `unwind` times (or less, where a bound is known). */
hd_bmc_unfolding *hd_bmc_unfold(const hd_bmc_input *in, uint32_t unwind);
void hd_bmc_unfolding_free(hd_bmc_unfolding *u);

static inline hd_term hd_bmc_holds(const hd_bmc_unfolding *u, uint32_t cond)
{
  return u->conds.list.data[cond].term;
}
/* The initial value of a cell. */
hd_term hd_bmc_initial_value(hd_bmc_unfolding *u, hd_var v, uint32_t instance, hd_term index);
hd_term hd_bmc_fresh(hd_bmc_unfolding *u, hd_sort sort);

#endif
