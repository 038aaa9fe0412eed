/* unreached.h - checks, threads and functions that no execution comes to.
 *
 * What a few executions did not meet is asked for: in a program whose only violations are the places in question, an
 * engine finds one of them, which then was reached, or proves that there is none. Without an answer in time nothing
 * is said, so that whatever is said holds. */
#ifndef HD_API_UNREACHED_H
#define HD_API_UNREACHED_H

#include "api/recheck.h"

/* What some executions have met. */
typedef struct {
  bool *locs;    /* by location */
  bool *ran;     /* by thread: it took a step */
  bool *stopped; /* by thread: an execution stopped with a step of its own */
} hd_met;

hd_met hd_met_new(const hd_program *p);
void hd_met_clear(hd_met *m);
void hd_met_add(hd_met *m, const hd_program *p, const hd_trace *t, bool stopped);

/* Fills r->stops.unreached. */
void hd_find_unreached(const hd_task *t, const hd_recheck *how, const hd_met *met, const hd_budget *b,
                       heddle_result *r);
/* Is there no violation in q, whose assertions are what is asked for? Otherwise *label is that of the one that was
 * found, in q's memory, or NULL. */
bool hd_holds_in_time(const hd_program *q, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                      const char **label);

#endif
