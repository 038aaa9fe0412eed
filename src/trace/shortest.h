/* shortest.h - inside the minimizer: the best schedule of the steps that a trace has.
 *
 * Every instance takes its own steps of the trace, in their order, and may stop before they are used up; the order
 * between instances is free. Dijkstra's search over the interpreter's states, cheapest first (context switches, then
 * steps), finds the violation with the fewest switches among those schedules. Switches are considered before steps that
 * touch shared variables or wait; others change nothing that another instance could see. */
#ifndef HD_TRACE_SHORTEST_H
#define HD_TRACE_SHORTEST_H

#include "base/budget.h"
#include "trace/interp.h"

/* The best schedule, or NULL when `max_nodes` states or the budget did not suffice. */
hd_trace *hd_trace_shortest(const hd_program *p, const hd_trace *t, hd_property property, uint32_t max_nodes,
                            const hd_budget *budget);

#endif
