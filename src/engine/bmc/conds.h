/* conds.h - path conditions as a tree: a condition is its parent and one literal more.
 *
 * Condition 0 is true. Two conditions that differ in their last literal only, which is negated in
 * one, merge to their parent: after a branch whose ways join again, nothing is left of it. */
#ifndef HD_ENGINE_BMC_CONDS_H
#define HD_ENGINE_BMC_CONDS_H

#include "base/map.h"
#include "expr/term.h"

typedef struct {
  uint32_t parent, depth;
  hd_term literal, term; /* term: the conjunction */
} hd_bmc_cond;

typedef struct {
  hd_terms *T;
  HD_VEC(hd_bmc_cond) list;
  hd_map known; /* parent and literal to condition */
} hd_bmc_conds;

void hd_bmc_conds_init(hd_bmc_conds *c, hd_terms *T);
void hd_bmc_conds_clear(hd_bmc_conds *c);
uint32_t hd_bmc_cond_and(hd_bmc_conds *c, uint32_t cond, hd_term literal);
/* The disjunction. Reorders the list. */
uint32_t hd_bmc_cond_or(hd_bmc_conds *c, uint32_t *conds, uint32_t n);
/* What a condition says beyond a part of it. */
hd_term hd_bmc_cond_beyond(const hd_bmc_conds *c, uint32_t part, uint32_t cond);
/* The largest condition that is a part of both. */
uint32_t hd_bmc_cond_common(const hd_bmc_conds *c, uint32_t a, uint32_t b);
/* Does b imply a because a is a part of it? */
bool hd_bmc_cond_within(const hd_bmc_conds *c, uint32_t a, uint32_t b);

#endif
