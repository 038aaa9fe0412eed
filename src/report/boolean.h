/* boolean.h - counterexamples of Boolean programs, for people. */
#ifndef HD_REPORT_BOOLEAN_H
#define HD_REPORT_BOOLEAN_H

#include <stdio.h>

#include "boolean/run.h"

/* A line for each step: thread, place, statement, what changed; then what was reached. all_steps: also those that the
 * translation added, and every variable's value. */
void hd_report_boolean_trace(FILE *out, const hd_bp *p, const hd_bp_trace *t, bool all_steps);

/* What the last step reaches: "assertion failed in main at x.bp:7: assert(a)". Freed by the caller. */
char *hd_report_boolean_end(const hd_bp *p, const hd_bp_trace *t);

#endif
