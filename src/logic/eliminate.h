/* eliminate.h - formulas without some of their variables: exists x. F.
 *
 * Equations that fix a variable are used first, then bounds on it. What is left goes to Z3's quantifier
 * elimination, for a short time, when the formula is linear; where that gives nothing, the
 * caller's side decides what is lost. */
#ifndef HD_LOGIC_ELIMINATE_H
#define HD_LOGIC_ELIMINATE_H

#include "logic/implicant.h"
#include "logic/smt.h"

typedef enum {
  HD_EXACTLY, /* exists x. F, or nothing */
  HD_ABOVE,   /* implied by it: for postconditions that may be too weak */
  HD_BELOW    /* implies it, and holds in the model: for preconditions that may be too strong */
} hd_side;

/* For one call of Z3's elimination. Tests take more: what they find must not depend on how busy a machine is. */
extern double hd_eliminate_seconds;

/* HD_NO_TERM: EXACTLY was not affordable, or BELOW found no model in its budget. For BELOW, F is true in
 * the model; NULL: any that the solver finds, and false when there is none. Arrays among what
 * goes are not eliminated exactly. *exact, unless NULL: is the result exactly exists x. F? */
hd_term hd_eliminate(hd_smt *s, hd_term formula, const hd_symbol_set *goes, hd_side side, const hd_env *model,
                     bool *exact);

/* Does a imply b? Anything but a proof is false. */
bool hd_entails(hd_smt *s, hd_term a, hd_term b);

/* A formula that is equivalent where the context holds, without conjuncts and disjuncts that
 * the context and the others make superfluous; false when they contradict each other. */
hd_term hd_simplify_in(hd_smt *s, hd_term context, hd_term formula);

#endif
