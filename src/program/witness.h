/* witness.h - what a witness file of SV-COMP says, as data.
 *
 * A violation is a list of segments. An execution follows it when it passes the segments' `follow` waypoints in their
 * order, and none of a segment's `avoid` waypoints while it stands in that segment; the last segment has the target, or
 * the two of a data race. A waypoint of a thread counts only when that thread passes it: thread 0 is main, and thread k
 * the one that is created where the k-th `function_enter` waypoint at a creation is passed. */
#ifndef HD_PROGRAM_WITNESS_H
#define HD_PROGRAM_WITNESS_H

#include "program/program.h"

typedef enum {
  HD_WAY_ASSUMPTION,
  HD_WAY_BRANCHING,
  HD_WAY_FUNCTION_ENTER,
  HD_WAY_FUNCTION_RETURN,
  HD_WAY_TARGET,
  HD_WAY_KINDS
} hd_waypoint_kind;

typedef enum { HD_WAY_FOLLOW, HD_WAY_AVOID, HD_WAY_CYCLE, HD_WAY_ACTIONS } hd_waypoint_action;

typedef struct {
  hd_waypoint_kind kind;
  hd_waypoint_action action;
  const char *file, *function; /* function may be NULL */
  uint32_t line, column;       /* column 0: not given */
  uint32_t thread;             /* HD_NONE: not given */
  const char *value, *format;  /* the constraint; may be NULL */
} hd_waypoint;

typedef struct {
  HD_VEC(hd_waypoint) points;
} hd_segment;

/* An invariant of a correctness witness, at a location or a loop. */
typedef struct {
  const char *kind, *file, *function, *value, *format;
  uint32_t line, column;
} hd_witness_invariant;

typedef struct {
  const char *name, *hash; /* SHA-256, in hexadecimal */
} hd_witness_source;

typedef struct {
  hd_arena arena; /* texts */
  bool violation; /* otherwise correctness */
  const char *version, *specification, *data_model;
  HD_VEC(hd_witness_source) files;
  HD_VEC(hd_segment) segments;
  HD_VEC(hd_witness_invariant) invariants;
  uint32_t n_ghosts;
} hd_witness;

extern const char *const hd_waypoint_kinds[HD_WAY_KINDS];
extern const char *const hd_waypoint_actions[HD_WAY_ACTIONS];

hd_witness *hd_witness_new(void);
void hd_witness_free(hd_witness *w);

/* What the format says of a property: "CHECK( init(main()), LTL(G ! data-race) )", a line for each part. NULL: it is
 * none of SV-COMP's. In the arena. */
const char *hd_witness_specification(hd_property property, hd_arena *arena);

/* Does the edge begin its line of the source: can its thread come to it from another line, or from another call? Such
 * an edge is where an `assumption` waypoint of that line is passed. The program must be indexed. */
bool *hd_witness_begins(const hd_program *p); /* by edge; the caller frees it */

#endif
