/* minimize.h - the same violation with fewer context switches, fewer steps and smaller inputs. */
#ifndef HD_TRACE_MINIMIZE_H
#define HD_TRACE_MINIMIZE_H

#include "base/budget.h"
#include "trace/interp.h"

/* A trace of the same program that ends in a violation of the property: steps are moved to join their thread's
 * neighbours, and threads' tails and idle threads dropped; then other executions with small inputs are tried
 * (simpler.h), and inputs made small. Each change is kept only when the interpreter still ends in the violation. The
 * work is counted in steps, so that the result does not depend on the machine unless the budget ends. Never fails: at
 * worst, the result is a copy. */
hd_trace *hd_trace_minimize(const hd_program *p, const hd_trace *t, hd_property property, const hd_budget *budget);

/* Which steps matter for the violation: a dynamic backward slice (data and control). By
 * step: true when relevant. The caller frees it. */
bool *hd_trace_relevant(const hd_program *p, const hd_trace *t, hd_property property);

#endif
