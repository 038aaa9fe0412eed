/* prove.h - a proof of the whole program that can be rechecked, threads with any number of copies included.
 *
 * It rests on what holds at cut-points, of threads alone and by two (properties.h), and on invariants over shared
 * variables that the refinement has found: they are what every thread relies on and guarantees. A thread whose
 * assertions that does not exclude is checked once more as a sequential program, in which the others may change what
 * they write to anything that keeps what is known where the thread stands, at any cut-point, any number of times;
 * the checker's invariants complete an Owicki-Gries proof. */
#ifndef HD_ENGINE_MODULAR_PROVE_H
#define HD_ENGINE_MODULAR_PROVE_H

#include "engine/engine.h"
#include "engine/modular/universe.h"

typedef struct {
  bool pairs;       /* look at threads by two as well */
  bool guesses;     /* look for properties at all */
  bool checks;      /* check threads */
  bool together;    /* look at combinations of all threads' phases (backward.h) */
  hd_result *notes; /* to be told what is relied on, or NULL */
  /* Invariants of all reachable states, as the universe's terms, and it; or NULL. */
  const hd_universe *u;
  const hd_term_list *invariants;
} hd_prove_how;

/* NULL: there is none, or the budget ended. The caller owns it. Counts the checks. */
hd_certificate *hd_modular_prove(const hd_program *p, const hd_task *t, const hd_prove_how *how, const hd_budget *b,
                                 uint64_t *checks);

#endif
