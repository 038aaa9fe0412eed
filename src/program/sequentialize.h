/* sequentialize.h - a program of several threads as one of a single thread.
 *
 * One loop: at its head every thread stands at a location where another may move; one of those that
 * can go on is chosen, and runs to the next such location. Where a thread stands is a variable of its
 * own. For cooperative threads that is a turn, for others a step. The same assertions fail. */
#ifndef HD_PROGRAM_SEQUENTIALIZE_H
#define HD_PROGRAM_SEQUENTIALIZE_H

#include "program/program.h"

/* Of a resolved program; the result is the caller's, indexed. Deadlocks and races of p are not preserved. */
hd_program *hd_sequentialize(const hd_program *p);

#endif
