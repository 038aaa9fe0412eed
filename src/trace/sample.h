/* sample.h - a look for violations by chance, when visiting every state takes long.
 *
 * Random executions of the reference interpreter find in a second what a breadth-first search of
 * many threads does not reach in an hour: the violations that most schedules run into. They prove
 * nothing. */
#ifndef HD_TRACE_SAMPLE_H
#define HD_TRACE_SAMPLE_H

#include "base/budget.h"
#include "trace/interp.h"

/* A trace into a violation, or NULL when the budget was spent without one, or so many executions (0: any number);
 * *runs counts. */
hd_trace *hd_sample(const hd_program *p, hd_property property, uint32_t most, const hd_budget *budget, uint32_t *runs);

#endif
