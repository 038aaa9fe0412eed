/* thread_modules.h - an invariant for each location of a thread, kept by what the others do.
 *
 * The program with any number of copies (program/any_copies.h), each thread a module of a product
 * (product.h). A lock like `m = 1 .. m = 0` does not say which thread holds it; so every shared flag that only
 * ever gets constants has a ghost in each thread: "I changed it last". At most one party has it at a
 * time, and writing what is there already (a test-and-set that fails) does not take it away. In a certificate the
 * ghosts are shared variables, which say which thread changed last, and its number. */
#ifndef HD_SEQUENTIAL_THREAD_MODULES_H
#define HD_SEQUENTIAL_THREAD_MODULES_H

#include "sequential/product.h"

typedef struct {
  const hd_program *given;
  hd_program *q; /* with any copies, and ghosts */
  const uint8_t *cut;
  hd_liveness *live;
  uint8_t *any;
  uint32_t *ghost; /* by variable of q: the variable that it is about, or HD_NONE */
  uint32_t n_ghosts;
  const char *failure; /* why there can be no such modules, or NULL */
} hd_modules;

/* Borrows the program (resolved, selected) and the cut-points. */
void hd_modules_init(hd_modules *m, const hd_program *given, const uint8_t *cut);
void hd_modules_clear(hd_modules *m);
/* The product of modules, not explored yet; threads with one instance are looked at together. pairs: two copies
 * as well; NULL when there is not exactly one thread that has them. */
hd_product *hd_modules_product(hd_modules *m, bool pairs);
/* The clauses' interpretation as a certificate about the given program, in its pool. */
hd_certificate *hd_modules_proof(const hd_modules *m, const hd_product *x, const hd_horn *h, const char *engine);

#endif
