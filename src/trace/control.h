/* control.h - control dependence in threads' graphs, by postdominators.
 *
 * A location postdominates another when every way from there to an end passes it. A location
 * from which no end can be reached has no postdominator; whatever follows it depends on it. */
#ifndef HD_TRACE_CONTROL_H
#define HD_TRACE_CONTROL_H

#include "program/program.h"

typedef struct {
  const hd_program *p;
  uint32_t end;    /* the virtual location after all ends */
  uint32_t *ipdom; /* immediate postdominator by location, or HD_NONE */
  uint32_t *rank;  /* position in a postorder of the reversed graph */
  hd_u32s order;
  uint32_t *in_first, *in_from; /* predecessors */
} hd_postdominators;

void hd_control_init(hd_postdominators *c, const hd_program *p); /* p is indexed */
void hd_control_clear(hd_postdominators *c);
/* Is every location's immediate postdominator on the way up from each of its successors, and the first such one? */
bool hd_control_check(const hd_postdominators *c);

/* Did the choice of this edge decide that `loc`, reached later, was reached? */
bool hd_control_decides(const hd_postdominators *c, const hd_edge_info *e, hd_loc loc);

#endif
