/* certify.h - the proof, in a form that can be rechecked.
 *
 * What holds in every reachable state, over shared variables, is the rely and the guarantee of every thread:
 * each one is checked once more as a sequential program, of the program as it was given, in which the others
 * may change what they write to anything that keeps it, at any cut-point, any number of times. The checker's
 * invariants at the cut-points are an Owicki-Gries proof then. */
#ifndef HD_ENGINE_MODULAR_CERTIFY_H
#define HD_ENGINE_MODULAR_CERTIFY_H

#include "engine/modular/universe.h"

/* NULL: the invariants do not suffice for that, or the budget does not. The caller owns it. */
hd_certificate *hd_modular_certify(hd_universe *u, const hd_term_list *invariants);

#endif
