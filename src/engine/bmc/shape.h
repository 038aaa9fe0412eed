/* shape.h - the order in which an unfolding comes to its nodes.
 *
 * A node is a location and how often each loop around it has come around. Its predecessors come
 * before it: locations in topological order, a loop as a whole standing for its body, whose
 * iterations follow one another. */
#ifndef HD_ENGINE_BMC_SHAPE_H
#define HD_ENGINE_BMC_SHAPE_H

#include "analysis/loops.h"

typedef struct {
  const hd_loops *loops;
  uint32_t levels;    /* nesting of loops at most, and one */
  uint32_t *position; /* [loc * levels + level]: of the part of that level's region it lies in */
  uint32_t *chain;    /* [loc * levels + level]: the loop of depth level + 1 around it, or HD_NONE */
} hd_bmc_shape;

void hd_bmc_shape_init(hd_bmc_shape *s, hd_program *p, const hd_loops *loops);
void hd_bmc_shape_clear(hd_bmc_shape *s);

static inline uint32_t hd_bmc_loop_at(const hd_bmc_shape *s, hd_loc l, uint32_t level)
{
  return s->chain[l.id * s->levels + level];
}
/* -1, 0, 1; the counts are by level. */
int hd_bmc_shape_compare(const hd_bmc_shape *s, hd_loc a, const uint32_t *counts_a, hd_loc b, const uint32_t *counts_b);
/* The counts after an edge; the number of the loop that it closes, or HD_NONE. */
uint32_t hd_bmc_shape_follow(const hd_bmc_shape *s, hd_loc from, const uint32_t *counts, hd_loc to, uint32_t *after);

#endif
