/* liveness.h - which locals' values can still matter at a location.
 *
 * A local that is dead can be set to any fixed value without changing what the program
 * can do; engines use that to make equal states equal. Only scalars are tracked; arrays
 * and shared variables are always live. */
#ifndef HD_ANALYSIS_LIVENESS_H
#define HD_ANALYSIS_LIVENESS_H

#include "program/program.h"

typedef struct {
  uint32_t words;   /* per location */
  uint32_t *number; /* by variable: its number among its thread's tracked locals; HD_NONE: always live */
  uint64_t *live;   /* bit n of location l: live[l * words + n / 64] >> (n % 64) */
} hd_liveness;

hd_liveness *hd_liveness_new(hd_program *p);
void hd_liveness_free(hd_liveness *l);
/* Of a local of the location's thread, or of a shared variable. */
static inline bool hd_is_live(const hd_liveness *l, hd_loc loc, hd_var v)
{
  uint32_t n = l->number[v.id];
  return n == HD_NONE || (l->live[(size_t)loc.id * l->words + n / 64] >> (n % 64) & 1);
}

#endif
