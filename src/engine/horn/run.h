/* run.h - inside the engine: what one run works with, and the two ways it goes. */
#ifndef HD_HORN_RUN_H
#define HD_HORN_RUN_H

#include "engine/engine.h"
#include "logic/smt.h"
#include "sequential/product.h"

typedef struct {
  const hd_program *given;
  hd_program *p; /* our own copy of it */
  const hd_task *task;
  hd_reduction reduction; /* the task's, or one that keeps what the property is about */
  const hd_budget *budget;
  hd_result *out;
  hd_facts *facts;
  const hd_sharing *sharing;
  const hd_cuts *cuts;
  const hd_liveness *live;
  double smt_seconds;
} hd_horn_run;

/* given, task, budget and out are the caller's. */
void hd_horn_run_init(hd_horn_run *r);
void hd_horn_run_clear(hd_horn_run *r);

/* The arithmetic for these terms. */
hd_arith hd_horn_arith(const hd_horn_run *r, const hd_terms *T, const hd_term *terms, uint32_t n);

/* Rebuilds the proof's formulas, of q's pool, in the given program's; `leaf` as in hd_term_import. */
void hd_horn_import_proof(const hd_horn_run *r, const hd_program *q, hd_certificate *c, const hd_rewrite *leaf);

/* A predicate for each vector of locations: all instances at once. Fills in the result; true when it
 * decided, or can say why no engine will with this program. */
bool hd_horn_monolithic(hd_horn_run *r, const hd_budget *budget);

/* An invariant for each location of a thread, kept by what the others do; any number of copies of
 * the threads that may be created without bound. True: safe. */
bool hd_horn_modular(hd_horn_run *r, const hd_budget *budget);

/* The clauses of a product that is not explored yet, as SMT-LIB. */
void hd_horn_print_clauses(hd_horn_run *r, hd_product *x, hd_terms *T, FILE *out);
/* Those of modules; false: there can be none. */
bool hd_horn_print_modular(hd_horn_run *r, FILE *out);

#endif
