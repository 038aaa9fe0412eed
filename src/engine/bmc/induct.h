/* induct.h - a proof for every number of iterations and of copies: invariants of single threads.
 *
 * An unwinding says nothing about loops without end. Here each thread has a fact for each of its cut-points,
 * kept by its own steps and by those of the others (sequential/thread_modules.h); the facts are conjunctions
 * of simple candidates, of which those that do not last are given up (hd_horn_guess in logic/horn.h). That
 * is cheap and often fails; what it finds is a certificate, which is rechecked. A program of one thread is given to
 * the checkers for those: k-induction, reachability directed by the property, lazy abstraction. */
#ifndef HD_ENGINE_BMC_INDUCT_H
#define HD_ENGINE_BMC_INDUCT_H

#include "engine/engine.h"

/* cases: more candidates, which takes longer. True: the result is SAFE, with its certificate, or (one thread) UNSAFE
 * with a trace. Otherwise the result is as it was. */
bool hd_bmc_induct(const hd_program *p, const hd_task *t, bool cases, const hd_budget *b, hd_result *out);

#endif
