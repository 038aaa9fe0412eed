/* minimize.h - the same violation with fewer context switches and fewer steps. */
#ifndef HD_TRACE_MINIMIZE_H
#define HD_TRACE_MINIMIZE_H

#include "base/budget.h"
#include "trace/interp.h"

/* A trace of the same program that ends in a violation of the property, with at most as
 * many context switches and steps: steps are moved to join their thread's neighbours, and
 * threads' tails and idle threads dropped, each change kept only when the interpreter still
 * ends in the violation. Never fails: at worst a copy. */
hd_trace *hd_trace_minimize(const hd_program *p, const hd_trace *t, hd_property property, const hd_budget *budget);

/* Which steps matter for the violation: a dynamic backward slice (data and control). By
 * step: true when relevant. The caller frees it. */
bool *hd_trace_relevant(const hd_program *p, const hd_trace *t, hd_property property);

#endif
