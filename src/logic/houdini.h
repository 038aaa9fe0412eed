/* houdini.h - candidates that every step keeps (Flanagan and Leino, "Houdini", 2001).
 *
 * Facts that may hold at a place are guessed, and a step to that place takes away those that a model of the step
 * breaks. Once no step takes anything away, what is left is the strongest conjunction of candidates that is inductive.
 * The caller knows what a place is, which steps there are, and in which order they are asked.
 *
 * Facts are only given up, never added, and a place that was reached stays so: every such search ends. */
#ifndef HD_LOGIC_HOUDINI_H
#define HD_LOGIC_HOUDINI_H

#include "logic/formula.h"
#include "logic/smt.h"

/* What may hold at a place. */
typedef struct {
  hd_term_list facts; /* HD_NO_TERM: given up */
  bool reached;       /* by some step; until then nothing is ever there, and all facts hold */
  uint32_t changed;   /* when, on the caller's clock */
} hd_candidates;

void hd_candidates_clear(hd_candidates *c);

/* The solver has a step's premises and condition. Gives up the facts that do not hold after it: after[i] is fact i,
 * said about the state before the step, and HD_NO_TERM where the step is known to keep it. If a question is not
 * answered, all facts that it is about are given up. True if the place is weaker now. The caller has to notice when the
 * budget ends: the facts left then were not checked. */
bool hd_candidates_sieve(hd_candidates *c, const hd_term *after, hd_solver *step, const hd_budget *b);

#endif
