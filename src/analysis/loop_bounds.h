/* loop_bounds.h - the part of loops.h that looks for bounds. */
#ifndef HD_ANALYSIS_LOOP_BOUNDS_H
#define HD_ANALYSIS_LOOP_BOUNDS_H

#include "analysis/liveness.h"
#include "analysis/loops.h"

/* Fills in bound, counter and times of each loop. The program is indexed. */
void hd_loops_find_bounds(const hd_program *p, const hd_liveness *live, hd_loops *l);

#endif
