/* proving.h - what the files that make a proof share (prove.c, thread_proof.c). */
#ifndef HD_ENGINE_MODULAR_PROVING_H
#define HD_ENGINE_MODULAR_PROVING_H

#include "engine/engine.h"
#include "engine/modular/properties.h"

typedef struct {
  const hd_program *given;
  const hd_task *task;
  hd_program *q; /* with any number of copies */
  uint8_t *any;  /* by thread */
  hd_cuts *cuts;
  hd_thread *beside;   /* by thread: whose places its safety takes, or HD_NO_THREAD */
  hd_properties *x;    /* what holds at cut-points; NULL: nothing is known */
  hd_term keeps;       /* what all threads rely on and guarantee besides */
  hd_term *invariants; /* by location: what a check of its thread found, or HD_NO_TERM */
  hd_budget budget;
  uint64_t checks;
} hd_proving;

/* Does the location have a fact? */
bool hd_proving_is_place(const hd_proving *w, hd_loc l);
/* What the properties say there. */
hd_term hd_proving_known(const hd_proving *w, hd_loc l);

/* Checks the thread as a sequential program in which the others may change what they write to anything that keeps
 * what is known where the thread stands; fills `invariants` for its cut-points. False: no proof was found. */
bool hd_proving_thread(hd_proving *w, hd_thread t);

#endif
