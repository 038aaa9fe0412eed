/* unreached.h - checks, threads and functions that no execution comes to.
 *
 * What a few executions did not reach is given to an engine: in a program whose only violations are the places in
 * question, it reaches one of them or proves that none can be reached. Without an answer in time nothing is reported,
 * so everything that is reported holds. */
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
/* Is there no violation in q, whose assertions are the places in question? Otherwise *label is the label of the one
 * that was found, in q's memory, or NULL. If the engine that answered r has searched all executions, only that engine
 * is asked, because the executions in question are among those. Otherwise all engines are asked. */
bool hd_holds_in_time(const hd_program *q, const hd_task *t, const hd_recheck *how, const hd_budget *b,
                      const heddle_result *r, const char **label);

#endif
