/* segment.h - what an instance does from one cut-point to the next.
 *
 * The steps between are executed forward on terms, all paths at once: where branches meet, values are
 * chosen by the conditions under which the branches are taken, so that the size stays linear in the
 * edges. The instance's own locals stand under their own symbols, shared variables under theirs; inputs,
 * and choices between edges that are enabled at the same time, get symbols of their own, so that a
 * condition that is valid holds for all inputs and choices. */
#ifndef HD_EVIDENCE_SEGMENT_H
#define HD_EVIDENCE_SEGMENT_H

#include "trace/certificate.h"

typedef struct hd_segment hd_segment;

typedef struct {
  const hd_program *p;             /* indexed */
  const hd_certificate *c;         /* whose ghosts these are */
  const hd_edge_info *edges;       /* of the program, as they count here */
  const uint8_t *cut;              /* by location; on every cycle */
  const uint32_t *inputs;          /* by edge: the symbol of the input of its first assignment */
  uint32_t choices;                /* the symbol of the first edge's choice; then one for each edge */
  const hd_ghost_set *const *sets; /* by edge: what it sets, ended by the ghost HD_NONE */
  hd_segment **known;              /* by edge: where it leads, once that was asked */
  hd_arena *arena;
} hd_steps;

/* What has to hold when the instance reaches a cut-point. */
typedef struct {
  hd_term (*at)(void *context, hd_loc to);
  void *context;
} hd_goal;

/* What has to hold before the edge is taken, so that the goal holds at the next cut-point; violated
 * assertions and locations without a meaning end the way. */
hd_term hd_segment_before_edge(const hd_steps *s, hd_edge e, const hd_goal *goal);
/* The condition under which no assertion on the way from here fails and no location without a meaning is reached. */
hd_term hd_segment_safe(const hd_steps *s, hd_loc from);

/* What the edge leads to, for callers that look at single values: the cut-points, when each is reached, and the values
 * there of the variables that some step changes. */
typedef struct {
  hd_loc loc;
  hd_term cond;
  const hd_term *state; /* by number of the variable */
} hd_segment_target;

typedef struct {
  const hd_term *variables;
  uint32_t n_variables;
  const hd_segment_target *targets;
  uint32_t n_targets;
  hd_term safe; /* no assertion fails, nothing without a meaning is reached */
} hd_segment_view;
hd_segment_view hd_segment_of(const hd_steps *s, hd_edge e); /* lives as long as the steps' arena */
/* Are conditions Boolean, values of their variables' sorts, and targets cut-points, each there once? */
bool hd_segment_check(const hd_steps *s, const hd_segment_view *v);

void hd_segments_clear(hd_steps *s); /* what was found out about edges */

/* The cut-points that are next from a location that is none: flags by location, set here. */
void hd_segment_next(const hd_steps *s, hd_loc from, uint8_t *next);
/* Is there a cycle without a cut-point? Then a location on it, otherwise HD_NO_LOC. */
hd_loc hd_segment_endless(const hd_steps *s);

#endif
