/* liveness.h - which locals' values can still matter at a location.
 *
 * A local that is dead can be set to any fixed value without changing what the program
 * can do; engines use that to make equal states equal. Only scalars are tracked; arrays
 * and shared variables are always live. */
#ifndef HD_ANALYSIS_LIVENESS_H
#define HD_ANALYSIS_LIVENESS_H

#include "program/program.h"

/* A set of numbers, 64 at a time, ascending: nearly all of a long program's locals are temporary values, alive at a few
 * locations each, so that a bit for each of them at every location would be quadratic. */
typedef struct {
  uint32_t word;
  uint64_t bits; /* bit n: the number 64 * word + n */
} hd_live_word;
typedef HD_VEC(hd_live_word) hd_live_set;

typedef struct {
  uint32_t n_locs;
  uint32_t *number;  /* by variable: its number among its thread's tracked locals; HD_NONE: always live */
  hd_live_set *live; /* by location */
} hd_liveness;

hd_liveness *hd_liveness_new(hd_program *p);
/* In a program of one thread a shared variable is as good as a local one, and can be dead. */
hd_liveness *hd_liveness_new_alone(hd_program *p);
hd_liveness *hd_liveness_copy(const hd_program *p, const hd_liveness *l);
void hd_liveness_free(hd_liveness *l);
/* Adds to `l` what is live in the other; both are of the same program. */
void hd_liveness_add(hd_liveness *l, const hd_liveness *other);
/* Does the set have the number? */
bool hd_live_set_has(const hd_live_set *s, uint32_t number);
/* Of a local of the location's thread, or of a shared variable. */
static inline bool hd_is_live(const hd_liveness *l, hd_loc loc, hd_var v)
{
  uint32_t n = l->number[v.id];
  return n == HD_NONE || hd_live_set_has(&l->live[loc.id], n);
}

#endif
