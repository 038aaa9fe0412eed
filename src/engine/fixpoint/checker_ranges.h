/* checker_ranges.h - the increments of a node, many at once.
 *
 * A path through n increments looks for n pairs among them. Unions of 2, 4, 8, ... neighbours, made when a node is
 * first asked about, find each in logarithmically many steps. */
#ifndef HD_ENGINE_FIXPOINT_CHECKER_RANGES_H
#define HD_ENGINE_FIXPOINT_CHECKER_RANGES_H

#include "engine/fixpoint/checker_data.h"

typedef struct {
  hd_bdd *unions; /* kept: of 2^k increments each */
  uint32_t n;
} hd_fx_level;
typedef HD_VEC(hd_fx_level) hd_fx_levels;

typedef struct {
  const hd_fx_checker *c; /* after its run */
  hd_fx_levels *nodes;
} hd_fx_ranges;

void hd_fx_ranges_init(hd_fx_ranges *r, const hd_fx_checker *c);
void hd_fx_ranges_clear(hd_fx_ranges *r);

/* The first increment of the node, in time before `before`, that meets the set; HD_NONE: none does. */
uint32_t hd_fx_ranges_find(hd_fx_ranges *r, uint32_t n, uint32_t before, hd_bdd set);
/* All pairs that were entered at the node before `before`. */
hd_bdd hd_fx_ranges_before(hd_fx_ranges *r, uint32_t n, uint32_t before);

#endif
