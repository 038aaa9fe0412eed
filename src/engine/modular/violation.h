/* violation.h - a violating path of a level's program: what holds before and after its environment moves. */
#ifndef HD_ENGINE_MODULAR_VIOLATION_H
#define HD_ENGINE_MODULAR_VIOLATION_H

#include "engine/modular/siblings.h"
#include "trace/interp.h"

typedef struct {
  hd_level *l;
  hd_trace *trace;
  hd_path_steps steps;
  HD_VEC(hd_state *) states; /* before each step, as it was found: later on the program allows less */
  uint32_t activation;       /* the step that sets start; HD_NONE at level 0 */
  uint32_t env;              /* the last environment move, HD_NONE: there is none (after the activation) */
  hd_term bad;               /* what holds before the last step, so that it fails */
  hd_mod_moves rest;         /* borrowed: what leads on from there, when it is a promise */
  bool beyond;
} hd_violation;

hd_violation hd_violation_read(hd_level *l, hd_trace *trace_take); /* without `env` */
void hd_violation_clear(hd_violation *v);

/* What is the step? */
hd_level_edge *hd_violation_part(const hd_violation *v, uint32_t step);
/* The last environment move before the step, after the activation; or HD_NONE. */
uint32_t hd_violation_env(const hd_violation *v, uint32_t step);
/* The thread's own moves from step `first` on, and what a violated promise adds. */
void hd_violation_add_moves(const hd_violation *v, uint32_t first, hd_mod_moves *moves);

/* From where can the steps from `first` up to the last one, which fails, be taken? They may be replaced by
 * others that can be taken from more states (siblings.h). */
hd_term hd_violation_before(hd_violation *v, uint32_t first);
/* Steps that were taken have a precondition that held before them, unless they write outside of an array. */
bool hd_violation_has(const hd_violation *v, uint32_t first, hd_term before);
/* What holds after the steps before `end`. Before the first environment move of level 0 that is also how all
 * other variables begin. */
hd_term hd_violation_after(const hd_violation *v, uint32_t end);

/* Is it still a violation, given what was learned since from other processes? */
bool hd_violation_is_left(const hd_violation *v);

#endif
