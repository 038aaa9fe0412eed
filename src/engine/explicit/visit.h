/* visit.h - one exhaustive search. */
#ifndef HD_EXPLICIT_VISIT_H
#define HD_EXPLICIT_VISIT_H

#include "engine/engine.h"

/* Visits every reachable state within the budget and fills *out (initialized). When the budget
 * ends first, at_bound still says whether a bound that can be raised was reached. */
void hd_explicit_visit(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out);

#endif
