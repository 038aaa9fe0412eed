/* proof.h - a complete forest as a certificate: its nodes, edges and coverings. */
#ifndef HD_ESST_PROOF_H
#define HD_ESST_PROOF_H

#include "engine/esst/search.h"

/* A graph in the given program's terms. Where a reduction left steps out, it says so. */
hd_certificate *hd_esst_proof(const hd_esst_search *x, const hd_program *given);

#endif
