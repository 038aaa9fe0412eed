/* simpler.h - inside the minimizer: another execution into the same violation, easier to read.
 *
 * A trace found by an engine has whatever inputs and loop iterations the engine happened to use. Dropping steps cannot
 * turn an execution that puts ten items into a queue into one that puts in none. So others are tried: random executions
 * with small inputs, no longer than the trace. They are numbered, and the number alone decides what happens in one: the
 * answer is the same every time. */
#ifndef HD_TRACE_SIMPLER_H
#define HD_TRACE_SIMPLER_H

#include "base/budget.h"
#include "trace/interp.h"

/* How long it takes to read: lines, where one instance's steps at one place are a line, and some for each context
 * switch. */
uint32_t hd_trace_effort(const hd_program *p, const hd_trace *t);

/* Do both end in the violation of the same check? */
bool hd_trace_same_violation(const hd_program *p, const hd_trace *a, const hd_trace *b, hd_property property);

/* The state of the search, which continues where it left off. */
typedef struct {
  uint64_t run;  /* how many were tried */
  uint64_t work; /* steps executed so far */
  uint64_t limit;
} hd_simpler;

/* The next execution into the violation of t with at most as many steps, the caller's; NULL: the limit or the budget
 * is used up. */
hd_trace *hd_trace_simpler(hd_simpler *search, const hd_program *p, const hd_trace *t, hd_property property,
                           const hd_budget *budget);

/* Makes inputs and initial values small where the same steps are still an execution into the violation. */
void hd_trace_calm(hd_simpler *search, const hd_program *p, hd_trace *t, hd_property property, const hd_budget *budget);

#endif
