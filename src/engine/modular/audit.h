/* audit.h - chapter 5's claims, checked while the algorithm runs, in builds with HD_AUDIT (those with sanitizers).
 *
 *   - An environment move contains what the threads below can do: in random executions, whenever only they have
 *     moved between two states at cut-points, the facts allow that move, and every such state satisfies the
 *     invariants and what is known at its places.
 *   - A promise can be kept: from its states the moves can be made, and the last one fails (level 0; for moves
 *     with inputs, from one of its states).
 *   - Progress: a refinement excludes the move that led to it.
 *
 * A violation is a defect and ends the process. Without HD_AUDIT nothing is done. */
#ifndef HD_ENGINE_MODULAR_AUDIT_H
#define HD_ENGINE_MODULAR_AUDIT_H

#include "engine/modular/check.h"
#include "trace/trace.h"

/* What a level's variables hold after an environment move. */
typedef struct {
  uint64_t *values; /* by variable */
  uint8_t *vars;    /* by variable: was it in the program? */
} hd_audit_move;

#ifdef HD_AUDIT
void hd_audit_promise(const hd_hierarchy *h, const hd_level *l, const hd_promise *promise);
/* Notes the state of the level's program after so many steps of the trace. */
hd_audit_move hd_audit_begin(const hd_level *l, const hd_trace *t, uint32_t steps);
/* Something was learned from that move. Unless the move is possible, it must be excluded now; what executions do must
 * not be. */
void hd_audit_end(const hd_hierarchy *h, const hd_level *l, hd_audit_move move_take, bool possible);
#else
static inline void hd_audit_promise(const hd_hierarchy *h, const hd_level *l, const hd_promise *promise)
{
  (void)h, (void)l, (void)promise;
}
static inline hd_audit_move hd_audit_begin(const hd_level *l, const hd_trace *t, uint32_t steps)
{
  (void)l, (void)t, (void)steps;
  return (hd_audit_move){NULL, NULL};
}
static inline void hd_audit_end(const hd_hierarchy *h, const hd_level *l, hd_audit_move move, bool possible)
{
  (void)h, (void)l, (void)move, (void)possible;
}
#endif

#endif
