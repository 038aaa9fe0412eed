/* interpolate.h - why a path cannot be taken: a formula for each of its states.
 *
 * A chain of steps from states in `before` to states in `after` that cannot be taken has sequence
 * interpolants out[0..n]: before implies out[0], a step from out[i] leads into out[i + 1], and
 * out[n] excludes after.
 *
 * Without an interpolating solver they are computed from an unsatisfiable core: what is not in it,
 * guards and assignments alike, is left out, and weakest preconditions backwards or strongest
 * postconditions forwards over what remains are interpolants. Assignments that were left out
 * make variables unknown, which are eliminated (eliminate.h). The other way is Spacer on the
 * chain as Horn clauses: slower by two orders of magnitude, and it generalizes. */
#ifndef HD_LOGIC_INTERPOLATE_H
#define HD_LOGIC_INTERPOLATE_H

#include "logic/smt.h"
#include "logic/transition.h"

typedef enum {
  HD_INTERPOLATE_BEST, /* backward; forward too where that is cheap, and the smaller; else Spacer */
  HD_INTERPOLATE_BACKWARD,
  HD_INTERPOLATE_FORWARD,
  HD_INTERPOLATE_HORN
} hd_interpolation;

/* UNSAT: out[0..n] are interpolants. SAT: the chain can be taken. DONT_KNOW: no answer, or no
 * interpolants that way. */
hd_answer hd_interpolate(hd_smt *s, const hd_chain *chain, hd_interpolation how, hd_term *out);

/* Are these interpolants of the chain? UNSAT: yes (nothing contradicts). */
hd_answer hd_interpolants_check(hd_smt *s, const hd_chain *chain, const hd_term *out);

#endif
