/* refine.h - the thesis' algorithm: check, query, refine or promise, until the answer is known.
 *
 * Each thread that has assertions is the first of a hierarchy once (check.h). */
#ifndef HD_ENGINE_MODULAR_REFINE_H
#define HD_ENGINE_MODULAR_REFINE_H

#include "engine/engine.h"
#include "proving/prove.h"

/* The input of a proof of the whole program, besides the methods to look for it. */
hd_prove_task hd_modular_proof(const hd_task *t);

void hd_modular_refine(const hd_program *p, const hd_task *t, const hd_budget *b, hd_result *out);

#endif
