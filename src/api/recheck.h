/* recheck.h - no definite answer leaves the library unless its evidence was examined. */
#ifndef HD_API_RECHECK_H
#define HD_API_RECHECK_H

#include "api/result.h"

typedef struct {
  hd_property property;
  bool skip;          /* proofs are believed */
  bool unbounded;     /* integers are mathematical ones */
  const char *solver; /* NULL: Z3 */
} hd_recheck;

hd_recheck hd_recheck_of(const heddle_options *o, hd_property property);

/* For hd_auto_run: executes an `unsafe`, rechecks the proof of a `safe` in a process of its own. An
 * answer that does not stand becomes `unknown`. */
void hd_recheck_answer(void *recheck, const hd_program *p, const char *engine, const hd_budget *b, hd_result *r,
                       bool *defect);
/* A description of the proof of a `safe`; NULL for other verdicts. */
const char *hd_recheck_text(const hd_recheck *how, const hd_result *r, hd_arena *arena);

#endif
