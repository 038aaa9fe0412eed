/* step.h - what a step of a Boolean program means: a relation between two states.
 *
 * Nothing here chooses: a step is given with the values after it, and these functions say whether
 * it is possible. `*` and schoose are independent at each occurrence, so the set of values that an
 * expression can have is computed operator by operator, exactly. */
#ifndef HD_BOOLEAN_STEP_H
#define HD_BOOLEAN_STEP_H

#include "boolean/boolean.h"

/* One byte a variable, by slot: the globals, and the locals of one procedure. */
typedef struct {
  const uint8_t *globals, *locals;
} hd_bp_view;

enum { HD_BP_MAY_0 = 1, HD_BP_MAY_1 = 2, HD_BP_MAY_BOTH = 3 };

/* The values the expression can have; `next` may be NULL when it has no HD_BP_NEXT. */
unsigned hd_bp_eval(const hd_bp *p, hd_bp_expr e, hd_bp_view now, const hd_bp_view *next);
/* Can it be 1? Absent: yes. */
bool hd_bp_may_hold(const hd_bp *p, hd_bp_expr e, hd_bp_view now, const hd_bp_view *next);

/* Is this STEP or SPAWN edge possible between these states? Enforce conditions included. */
bool hd_bp_step_allowed(const hd_bp *p, const hd_bp_edge *e, hd_bp_view now, hd_bp_view next);
/* The CALL edge, from the caller's state to the callee's at its entry. */
bool hd_bp_call_allowed(const hd_bp *p, const hd_bp_edge *e, hd_bp_view now, hd_bp_view next);
/* The return for that CALL edge: the caller's locals as they were, the callee's state at its exit,
 * and the caller's state afterwards. */
bool hd_bp_return_allowed(const hd_bp *p, const hd_bp_edge *e, const uint8_t *caller, hd_bp_view leaving,
                          hd_bp_view next);
/* May a thread begin with this state at the entry of the procedure? */
bool hd_bp_entry_allowed(const hd_bp *p, uint32_t proc, hd_bp_view now);

/* Does the constraint name this variable after the step? */
bool hd_bp_names_next(const hd_bp *p, hd_bp_expr constraint, uint32_t var);

#endif
