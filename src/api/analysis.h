/* analysis.h - what is known about a program before any engine runs, as text for people. */
#ifndef HD_API_ANALYSIS_H
#define HD_API_ANALYSIS_H

#include "program/program.h"

/* Threads, shared variables, cut-points, loops with their bounds, what variables depend on, and
 * what flows between threads. The program is resolved. The same program gives the same text. */
void hd_print_analysis(FILE *out, hd_program *p, hd_property property);

#endif
