/* cuts.h - cut-points: the locations where a context switch has to be considered.
 *
 * Between cut-points an instance runs alone, as if the locations there were atomic. The
 * reduction is sound for the property it was computed for: every violation that some
 * interleaving reaches is reached by one that switches at cut-points only. Every cycle of
 * the graph contains a cut-point, and so does every location where an instance may have to
 * wait.
 *   none:   every location that is not atomic
 *   local:  steps that touch nothing shared are merged with what comes before them
 *   lipton: in addition, accesses that are movers: variables always protected by one lock,
 *           lock acquisitions (right) and releases (left) */
#ifndef HD_ANALYSIS_CUTS_H
#define HD_ANALYSIS_CUTS_H

#include "analysis/sharing.h"

/* The values of --reduction. */
typedef enum { HD_REDUCTION_NONE, HD_REDUCTION_LOCAL, HD_REDUCTION_LIPTON } hd_reduction;

/* Why a location is a cut-point. STOP: only because an instance may stay here for good while others go on: no other
 * instance is affected by the steps out of it, but perhaps none of them is enabled, or one ends the execution. An
 * engine that lets the others go on from there anyway need not switch here: no cycle depends on it. */
enum { HD_CUT_NOT = 0, HD_CUT_STEP = 1, HD_CUT_STOP = 2 };

typedef struct {
  uint8_t *cut;   /* by location */
  uint32_t count; /* cut-points */
} hd_cuts;

hd_cuts *hd_cuts_new(hd_program *p, const hd_sharing *sharing, hd_reduction reduction, hd_property property);
hd_cuts *hd_cuts_copy(const hd_program *p, const hd_cuts *c);
void hd_cuts_free(hd_cuts *c);

#endif
