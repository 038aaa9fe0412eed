/* liveness.h - which locals' values can still matter at a location.
 *
 * A local that is dead can be set to any fixed value without changing what the program
 * can do; engines use that to make equal states equal. Only scalars are tracked; arrays
 * are always live. */
#ifndef HD_ANALYSIS_LIVENESS_H
#define HD_ANALYSIS_LIVENESS_H

#include "program/program.h"

typedef struct {
  uint32_t words;      /* per location */
  uint64_t *live;      /* bit v of location l: live[l * words + v / 64] >> (v % 64) */
} hd_liveness;

hd_liveness *hd_liveness_new(hd_program *p);
void hd_liveness_free(hd_liveness *l);
static inline bool hd_is_live(const hd_liveness *l, hd_loc loc, hd_var v)
{
  return l->live[(size_t)loc.id * l->words + v.id / 64] >> (v.id % 64) & 1;
}

#endif
