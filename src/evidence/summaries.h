/* summaries.h - rechecks the proof of a sequential Boolean program (boolean/proof.h), by a SAT solver.
 *
 * For each edge one question: is there a pair in the set of its source, and a step, whose result is not in the set
 * of its end? Calls and returns are asked likewise, then the begin of the program, then the targets. What steps
 * mean is written here once more, over literals: neither the engine nor its BDDs are used. */
#ifndef HD_EVIDENCE_SUMMARIES_H
#define HD_EVIDENCE_SUMMARIES_H

#include "base/budget.h"
#include "boolean/proof.h"

typedef struct {
  bool holds;
  const char *why;    /* it does not, or could not be decided */
  uint32_t line;      /* of the program, where there is one; 0: none */
  uint32_t questions; /* that were asked */
  bool stopped;       /* the budget ended */
} hd_summaries_result;

/* p is sequential. targets: one flag for each location. */
hd_summaries_result hd_summaries_check(const hd_bp *p, const bool *targets, const hd_bp_proof *proof,
                                       const hd_budget *budget);

#endif
