/* proving.h - what the files that make a proof share (prove.c, thread_proof.c). */
#ifndef HD_PROVING_PROVING_H
#define HD_PROVING_PROVING_H

#include "proving/properties.h"
#include "proving/prove.h"

/* A combination of phases, one for each thread, and what must not hold in it. */
typedef struct {
  uint32_t phases; /* the first thread's is the last digit, and so on */
  hd_term never;   /* over shared variables, and over locals that are copied */
} hd_never;

/* What all threads keep together (backward.h). */
typedef struct {
  uint32_t *phase; /* by location: of a cut-point; NULL: nothing is known */
  uint32_t *count; /* by thread: how many phases it has */
  uint8_t *copied; /* by variable: a local that a ghost has to follow */
  HD_VEC(hd_never) list;
} hd_phase_facts;

typedef struct {
  const hd_program *given;
  const hd_prove_task *task;
  hd_program *q; /* with any number of copies */
  uint8_t *any;  /* by thread */
  hd_cuts *cuts;
  hd_thread *beside;   /* by thread: whose places its safety takes, or HD_NO_THREAD */
  hd_properties *x;    /* what holds at cut-points; NULL: nothing is known */
  hd_term keeps;       /* what all threads rely on and guarantee besides */
  hd_term *invariants; /* by location: what a check of its thread found, or HD_NO_TERM */
  hd_phase_facts together;
  hd_budget budget;
  uint64_t checks;
} hd_proving;

/* Does the location have a fact? */
bool hd_proving_is_place(const hd_proving *w, hd_loc l);
/* What the properties say there. */
hd_term hd_proving_known(const hd_proving *w, hd_loc l);

/* By variable: the shared ones that another thread writes; a thread with many copies has others like itself. The caller
 * frees it. */
uint8_t *hd_proving_others_write(const hd_proving *w, hd_thread thread);

/* Checks the thread as a sequential program in which the others may change what they write to anything that keeps
 * what is known where the thread stands; fills `invariants` for its cut-points. False: no proof was found. */
bool hd_proving_thread(hd_proving *w, hd_thread t);

/* phases_proof.c: ghosts that note phases and follow locals, and the clause about all combinations; then what is to be
 * said of the ghosts where a thread stands. */
void hd_together_tell(const hd_proving *w, hd_certificate *c);
void hd_together_relies(const hd_proving *w); /* some of it, for people */
hd_term hd_together_at(const hd_proving *w, const hd_certificate *c, hd_loc at);

#endif
