/* schedule.h - from a schedule to an execution.
 *
 * What formulas find for a concurrent program is which thread runs in which context, and the globals at
 * the context switches. With those given each thread can be followed on its own. */
#ifndef HD_ENGINE_FIXPOINT_SCHEDULE_H
#define HD_ENGINE_FIXPOINT_SCHEDULE_H

#include "engine/fixpoint/checker.h"

typedef struct {
  const hd_bp *original; /* as it was read: what the trace is about */
  const hd_bp *p;        /* unfolded */
  const bool *targets;
  hd_fx_checker *checker; /* of p */
  const hd_bp *formula;   /* what formulas see of p: fewer locations, the same globals and threads */
  const bool *formula_targets;
  bool reorder;  /* of the task */
  hd_bdd shared; /* globals when the threads begin, over the checker's row */
} hd_fx_scene;

typedef struct {
  uint32_t actor;     /* in actors */
  const uint8_t *in;  /* globals at its begin; NULL for the first context: any of `shared` */
  const uint8_t *out; /* at its end; NULL for the last: a target */
} hd_fx_context;

typedef struct {
  HD_VEC(uint32_t) actors; /* threads of p; copies of a template are several actors */
  HD_VEC(hd_fx_context) contexts;
} hd_fx_schedule;

void hd_fx_schedule_clear(hd_fx_schedule *s);

/* An execution of the original program with these contexts. NULL: there is none, or the budget ended. A thread's
 * steps are written out up to `most` (hd_fx_checker_path). */
hd_bp_trace *hd_fx_schedule_follow(const hd_fx_scene *scene, const hd_fx_schedule *s, uint32_t most);

/* Is there a path for each of its threads? The last context need not end at a target. */
bool hd_fx_schedule_fits(const hd_fx_scene *scene, const hd_fx_schedule *s);

/* The globals with which the threads begin: after init, or the program's own. REACHED: init itself comes to a
 * target, and *trace shows how. */
hd_fx_outcome hd_fx_scene_begin(hd_fx_scene *scene, uint32_t most, hd_bp_trace **trace);

/* Where a thread may begin, over the checker's row. */
hd_bdd hd_fx_scene_start(const hd_fx_scene *scene, uint32_t thread);

#endif
