/* checker.h - reachability by summaries, written by hand: the yardstick for the formulas, and the
 * finder of counterexamples.
 *
 * Control is explicit, data is symbolic: each location of each procedure has a set of pairs (u, x), the
 * globals and arguments with which the activation began, and a state it reaches there. Only states that
 * are reachable are entered (entry-forward).
 *
 * One thread of a concurrent execution is checked the same way, when the shared states at its
 * context switches are given: the run then consists of numbered contexts, and a *jump* leads from one
 * to the next at any location, from the globals that end the one to those that begin the other. An
 * activation may begin in one context and end in a later one, so locations are taken with both numbers.
 *
 * Every set is kept as the list of its increments in the order of time. A pair in an increment was
 * derived from pairs in earlier ones, so a path is found by going back in time. */
#ifndef HD_ENGINE_FIXPOINT_CHECKER_H
#define HD_ENGINE_FIXPOINT_CHECKER_H

#include "boolean/run.h"
#include "engine/fixpoint/symbolic.h"

typedef struct hd_fx_checker hd_fx_checker;

/* The BDD layer is running. Borrows p, which has no SPAWN edges. */
hd_fx_checker *hd_fx_checker_new(const hd_bp *p);
void hd_fx_checker_free(hd_fx_checker *c);

/* The row in which the start is given and results are. */
hd_fx_row hd_fx_checker_row(const hd_fx_checker *c);
/* All initial valuations of the globals: the program's own are free, internal ones are 0. */
hd_bdd hd_fx_checker_initial(const hd_fx_checker *c);

typedef struct {
  uint32_t proc; /* that begins */
  hd_bdd start;  /* over the row's globals and the procedure's parameters */
  uint32_t n_contexts;
  const uint8_t *const *in;  /* globals that begin context i, from 1 on */
  const uint8_t *const *out; /* globals that end context i; of the last one: a part of the goal, or NULL */
  const bool *targets;       /* the goal: these locations in the last context; NULL: any */
  bool everything;           /* do not stop at the goal */
  bool in_rounds;            /* as summaries-optimized.mu does it; one context */
} hd_fx_run;

typedef enum { HD_FX_REACHED, HD_FX_UNREACHED, HD_FX_EXHAUSTED } hd_fx_outcome;

hd_fx_outcome hd_fx_checker_run(hd_fx_checker *c, const hd_fx_run *run);
/* After a run: the globals that the starting procedure can have at its exit. */
hd_bdd hd_fx_checker_exit_globals(hd_fx_checker *c);
uint64_t hd_fx_checker_steps(const hd_fx_checker *c); /* images computed */

/* A step of one thread: hd_bp_step without an actor, and its context. */
typedef struct {
  hd_bp_step step;
  uint32_t context, proc;
} hd_fx_path_step;
typedef HD_VEC(hd_fx_path_step) hd_fx_path;

/* After REACHED: a path, values in the arena; false when the budget ended. When it has more than `most` steps, calls
 * that do the same again are one step, HD_BP_AGAIN, with the index of the first such call in `starts`. */
bool hd_fx_checker_path(hd_fx_checker *c, hd_arena *arena, uint32_t most, hd_fx_path *path);

#endif
