/* fold.h - what a term comes to when some variables have known values, and on whose values that depends.
 *
 * A condition that one argument decides depends on that argument alone; if the condition of a choice is known, only the
 * chosen branch counts. So a value that was never looked at does not matter. */
#ifndef HD_EVIDENCE_FOLD_H
#define HD_EVIDENCE_FOLD_H

#include "program/program.h"

/* Values of variables, for one instance: its own locals, and the shared ones. */
typedef struct {
  uint8_t *known; /* by variable */
  uint64_t *values;
} hd_values;

typedef struct {
  const hd_program *p;
  uint32_t words; /* of a set of variables */
  hd_arena arena;
  hd_map known; /* terms that were folded under the values at hand */
  HD_VEC(hd_term) results;
  HD_VEC(uint64_t *) sets;
  const hd_values *values;
} hd_fold;

void hd_fold_init(hd_fold *f, const hd_program *p);
void hd_fold_clear(hd_fold *f);
/* From now on under these values; borrows them. What was folded before is forgotten. */
void hd_fold_under(hd_fold *f, const hd_values *values);

/* The folded term; the shared variables that it depends on are added to the set. */
hd_term hd_fold_term(hd_fold *f, hd_term t, uint64_t *depends);
/* The new value of a variable; HD_NO_TERM: it surely keeps its own. */
hd_term hd_fold_value(hd_fold *f, hd_term variable, hd_term value, uint64_t *depends);

#endif
