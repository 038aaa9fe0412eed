/* points_to_initial.h - may a variable's initial value be read?
 *
 * Temporaries are assigned before they are read; what they start with must not count
 * among the values they can have. */
#ifndef HD_ANALYSIS_POINTS_TO_INITIAL_H
#define HD_ANALYSIS_POINTS_TO_INITIAL_H

#include "program/program.h"

/* By variable: 1 unless every path from its thread's entry to a use assigns it. Shared
 * variables and arrays are always 1. The caller frees it. */
uint8_t *hd_initial_values_read(const hd_program *p);

#endif
