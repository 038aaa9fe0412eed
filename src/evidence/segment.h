/* segment.h - what an instance does from one cut-point to the next, as weakest preconditions.
 *
 * The instance's own locals stand under their own symbols, shared variables under theirs; inputs
 * get symbols of their own, so that a precondition that is valid holds for all inputs. */
#ifndef HD_EVIDENCE_SEGMENT_H
#define HD_EVIDENCE_SEGMENT_H

#include "trace/certificate.h"

typedef struct {
  const hd_program *p;             /* indexed */
  const hd_edge_info *edges;       /* of the program, as they count here */
  const uint8_t *cut;              /* by location; on every cycle */
  const uint32_t *inputs;          /* by edge: the symbol of the input of its first assignment */
  const hd_ghost_set *const *sets; /* by edge: what it sets, ended by the ghost HD_NONE */
} hd_steps;

/* What has to hold when the instance reaches a cut-point. */
typedef struct {
  hd_term (*at)(void *context, hd_loc to);
  void *context;
} hd_goal;

/* Beginning with one edge, or with all edges out of the location. */
hd_term hd_segment_before_edge(const hd_steps *s, hd_edge e, const hd_goal *goal);
/* What it takes that no assertion on the way fails and no location without a meaning is reached. */
hd_term hd_segment_safe(const hd_steps *s, hd_loc from);

/* The cut-points that are next from a location that is none: flags by location, set here. */
void hd_segment_next(const hd_steps *s, hd_loc from, uint8_t *next);
/* Is there a cycle without a cut-point? Then a location on it, otherwise HD_NO_LOC. */
hd_loc hd_segment_endless(const hd_steps *s);

#endif
