/* proof.h - a modular interpretation of the clauses as a certificate.
 *
 * A module's facts are a clause about its parties. Our ghosts are flags that one party has at a time;
 * in a certificate they are shared variables, which say which thread wrote last, and its number. */
#ifndef HD_HORN_PROOF_H
#define HD_HORN_PROOF_H

#include "engine/horn/run.h"
#include "sequential/product.h"

/* q: the program with ghosts, which the product is about; ghost as in hd_product_new_modular, its
 * numbers being variables. The result's formulas are of the given program's pool. */
hd_certificate *hd_horn_modular_proof(const hd_horn_run *r, const hd_program *q, const uint32_t *ghost,
                                      const uint8_t *any, const hd_product *x, const hd_horn *h);

#endif
