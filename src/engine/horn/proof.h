/* proof.h - a modular interpretation of the clauses as a certificate.
 *
 * A module's facts are a clause about its parties. Ghosts are no variables of the program: a fact
 * says that there are values for them. That at most one party has a ghost is said by clauses about
 * two parties, which bring the facts of both together. */
#ifndef HD_HORN_PROOF_H
#define HD_HORN_PROOF_H

#include "engine/horn/run.h"
#include "sequential/product.h"

/* q: the program with ghosts, which the product is about; ghost as in hd_product_new_modular. The
 * result's formulas are of the given program's pool. */
hd_certificate *hd_horn_modular_proof(const hd_horn_run *r, const hd_program *q, const uint32_t *ghost,
                                      const uint8_t *any, const hd_product *x, const hd_horn *h);

#endif
