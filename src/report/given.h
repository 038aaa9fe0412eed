/* given.h - what a trace chooses for the program from outside: the arguments of main and variables of the environment,
 * as tables of the file schedule.h. */
#ifndef HD_REPORT_GIVEN_H
#define HD_REPORT_GIVEN_H

#include <stdio.h>

#include "trace/trace.h"

void hd_report_given(FILE *out, const hd_program *p, const hd_trace *t);

#endif
