/* level.h - one abstraction for the bounded checker: an unfolding with its solver, both kept.
 *
 * The levels of a search keep more and more variables; the last keeps all and is the program. All are unfolded with the
 * program's own cut-points and loops, so that a block of one level is a block of every other: it begins at the same
 * location, in the same iteration of its loops. An execution can then be described in the same way for every level:
 * which steps it takes, and in which order its blocks come. An abstract level lets every instance stop before any
 * block, so that an execution of the program is one of it, with exactly the same steps and order. (The last level may
 * leave idle iterations out: each violation is still there once.) So if the program cannot take certain steps in a
 * certain order, these may be excluded from an abstraction, and the abstraction still has all of the program's
 * executions.
 *
 * A failed check is a *target*. In an abstract level each target has a symbol that selects it, and what is
 * excluded is excluded for one selected target only. So nothing is lost when an execution goes on after
 * its check has failed, nor where a value had no room (solve.h): such an execution selects nothing. */
#ifndef HD_ENGINE_SLICING_LEVEL_H
#define HD_ENGINE_SLICING_LEVEL_H

#include "analysis/facts.h"
#include "engine/bmc/solve.h"
#include "engine/slicing/abstract.h"

/* Of the program, for all levels. */
typedef struct {
  const hd_program *p;
  hd_property property;
  hd_arith arith;
  bool follow_bounds;
  const hd_cuts *cuts;
  const hd_loops *loops;
  hd_facts *facts; /* of p */
  const hd_budget *budget;
} hd_slice_level_common;

typedef struct {
  const hd_slice_level_common *common;
  hd_abstraction *a; /* NULL: the program itself */
  hd_facts *facts; /* of the abstraction */
  const hd_sharing *sharing;
  const hd_liveness *liveness;
  hd_program *p; /* what was unfolded */
  hd_bmc_unfolding *u;
  hd_bmc_memory *m;
  hd_bmc_solver *s;
  unsigned room;        /* what an earlier unwinding has shown to be needed is needed again */
  bool terms;           /* no circuits */
  hd_term *selects;     /* by step: the target's symbol, or HD_NO_TERM */
  hd_map blocks, steps; /* by what identifies them, to their numbers */
  uint32_t refinements;
  double seconds; /* in solvers that are gone */
} hd_slice_level;

/* keep NULL: all variables. */
hd_slice_level *hd_slice_level_new(const hd_slice_level_common *common, const uint8_t *keep);
void hd_slice_level_free(hd_slice_level *l);

/* Unfolds, unless that was done. False: it failed or was too large (l->u says so). */
bool hd_slice_level_open(hd_slice_level *l, uint32_t unwind);
void hd_slice_level_close(hd_slice_level *l);

/* Is there an execution with that? As much room is made as it takes. */
hd_answer hd_slice_level_ask(hd_slice_level *l, hd_term wanted);
/* With all of it; after HD_UNSAT, needed[i] says what suffices to exclude it. */
hd_answer hd_slice_level_ask_all(hd_slice_level *l, const hd_term *wanted, uint32_t n, uint8_t *needed);
/* One fact more. */
void hd_slice_level_add(hd_slice_level *l, hd_term fact);

/* A step's check fails, and it is selected. */
hd_term hd_slice_level_target(hd_slice_level *l, uint32_t step);
hd_term hd_slice_level_any_target(hd_slice_level *l);

/* The block that corresponds to one of another level; HD_NONE: there is none, as it is never executed. */
uint32_t hd_slice_level_find_block(const hd_slice_level *l, const hd_slice_level *from, uint32_t block);
/* The step that another level takes is taken here (a check that is passed, by whichever edge). */
hd_term hd_slice_level_taken(hd_slice_level *l, const hd_slice_level *from, uint32_t step);
/* The check that fails there, here; HD_NONE: it does not. */
uint32_t hd_slice_level_find_target(const hd_slice_level *l, const hd_slice_level *from, uint32_t step);
/* Does the level say in which order the blocks come? If so, the term. */
hd_term hd_slice_level_order(hd_slice_level *l, uint32_t a, uint32_t b);

#endif
