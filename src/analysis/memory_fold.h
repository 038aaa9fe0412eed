/* memory_fold.h - what is known before a program runs: comparisons of pointers that can
 * only come out one way, and variables that are constants. */
#ifndef HD_ANALYSIS_MEMORY_FOLD_H
#define HD_ANALYSIS_MEMORY_FOLD_H

#include "analysis/points_to.h"

/* Decides comparisons of a pointer with a constant (a function, a thread, NULL) in guards and conditions where the
 * points-to sets exclude equality. True if an edge can no longer be taken because of that. */
bool hd_fold_comparisons(hd_program *p, hd_points_to *pt);

/* Replaces variables that are never assigned and start with a known value, and temporaries
 * that only ever get one constant, by those constants. */
void hd_fold_constants(hd_program *p);

#endif
