/* prepost.h - what holds before and after steps (transition.h), with everything else eliminated.
 *
 * Preconditions are existential (thesis, chapter 2): the states from which the step can be taken, for some
 * input, into `after`. Postconditions are the states that the step leads to from `before`. Both are exact when
 * side is HD_EXACTLY; otherwise larger (HD_ABOVE) or smaller (HD_BELOW, not empty unless the exact one is), as
 * the caller needs it; *exact, unless NULL, says whether they are exact all the same. HD_NO_TERM: there is no
 * form of that kind, or no budget for it. */
#ifndef HD_LOGIC_PREPOST_H
#define HD_LOGIC_PREPOST_H

#include "logic/eliminate.h"
#include "logic/transition.h"

hd_term hd_step_pre(hd_smt *s, const hd_transition *step, hd_term after, hd_side side, bool *exact);
hd_term hd_step_post(hd_smt *s, const hd_transition *step, hd_term before, hd_side side, bool *exact);

/* Along the steps of the chain, from its `after` back to its start, or from its `before` to its end. */
hd_term hd_chain_pre(hd_smt *s, const hd_chain *chain, hd_side side, bool *exact);
hd_term hd_chain_post(hd_smt *s, const hd_chain *chain, hd_side side, bool *exact);

/* What a renaming puts in the place of variables; fresh symbols are versions (transition.h). */
typedef struct {
  hd_terms *T;
  hd_versions names; /* for fresh symbols only */
  hd_map images;     /* VAR term to the term in its place */
} hd_renaming;

/* Every target becomes its value after the step, in terms of the state before; any value is fresh. */
void hd_renaming_of_step(hd_renaming *r, hd_terms *T, const hd_transition *step);
hd_term hd_renamed(hd_renaming *r, hd_term t);
void hd_renaming_clear(hd_renaming *r);

#endif
