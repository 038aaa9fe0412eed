/* visit.h - one exhaustive search. */
#ifndef HD_EXPLICIT_VISIT_H
#define HD_EXPLICIT_VISIT_H

#include "engine/engine.h"

/* What happens after so many transitions, once: *out says which bound or place was reached by then. False: *out is the
 * answer, and the search is over; true: it goes on from where it was, and *out begins anew. */
typedef struct {
  uint64_t after; /* at least 1 */
  bool (*goes_on)(void *context, hd_result *out);
  void *context;
} hd_visit_pause;

/* Visits every reachable state within the budget and fills *out (initialized). When the budget
 * ends first, at_bound still says whether a bound that can be raised was reached. pause may be NULL. */
void hd_explicit_visit(const hd_program *p, const hd_task *t, const hd_budget *b, const hd_visit_pause *pause,
                       hd_result *out);

#endif
