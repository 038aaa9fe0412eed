/* proof.h - a complete forest as a certificate: what holds at every vector of locations. */
#ifndef HD_ESST_PROOF_H
#define HD_ESST_PROOF_H

#include "engine/esst/search.h"

/* Of a forest in which nothing was left out: an inductive invariant of all instances together, in the given program's
 * terms. */
hd_certificate *hd_esst_proof(const hd_esst_search *x, const hd_program *given);

#endif
