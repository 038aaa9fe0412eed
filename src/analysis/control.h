/* control.h - which branches decide whether a location is reached.
 *
 * A location is control dependent on an edge if taking that edge makes it certain that the location is reached, which
 * it was not before (Ferrante, Ottenstein, Warren 1987). Two readings are kept apart. "control" considers only choices
 * between paths that continue: an edge on which the execution ends (EXIT) or beyond which nothing is known
 * (UNSUPPORTED, BOUND) is not a choice. "stop" counts those too, and the possibility that a thread stays for ever where
 * no guard holds, or in a loop without a known bound: nearly everything depends on such places before it, and few of
 * them matter to the program's logic, though waiting by spinning does. */
#ifndef HD_ANALYSIS_CONTROL_H
#define HD_ANALYSIS_CONTROL_H

#include "analysis/loops.h"

/* By location l: edges[first[l]] .. edges[first[l + 1] - 1]. */
typedef struct {
  uint32_t *first, *edges;
} hd_links;

typedef struct {
  hd_links control, stop; /* the edges each location depends on, without what those depend on */
  uint8_t *ends;          /* by edge: its target is an EXIT, UNSUPPORTED or BOUND location */
  uint8_t *branches;      /* by location: several edges out of it do not end */
} hd_control;

hd_control *hd_control_new(hd_program *p, const hd_loops *loops);
void hd_control_free(hd_control *c);

#endif
