/* relevant.h - leaves out assignments that nothing depends on.
 *
 * A variable is relevant when a guard, a check or an index reads it, or an assignment to a relevant variable does. What
 * is assigned to others changes neither which steps can be taken nor which checks fail: an execution without those
 * assignments is one with them, step by step. So a thread that only wrote them has fewer events. */
#ifndef HD_PROGRAM_RELEVANT_H
#define HD_PROGRAM_RELEVANT_H

#include "program/program.h"

/* Leaves out assignments to variables that are not relevant; inputs stay, so that a trace has as many as before. Where
 * accesses count by themselves, for data races, those that can race stay, too. Returns how many were left out. */
uint32_t hd_program_leave_out_irrelevant(hd_program *p, bool accesses_count);

#endif
