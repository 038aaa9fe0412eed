/* trim.h - the program without what cannot happen or does not matter.
 *
 * Three changes, all undone before a trace is reported:
 *   - Edges that no execution takes do nothing: those that the thread has already passed when the program begins
 *     later (prefix.h), and those whose guards are false by what is known about variables that only their thread
 *     accesses.
 *   - A thread that matters to no assertion, not even by way of others, does nothing. Every execution is free never
 *     to schedule it.
 *   - Where a thread would end the whole execution without another thread noticing anything else, it stays:
 *     executions in which it does not take that step are the same. So fewer locations are cut-points. */
#ifndef HD_ENGINE_MODULAR_TRIM_H
#define HD_ENGINE_MODULAR_TRIM_H

#include "engine/modular/run.h"

void hd_trim(hd_modular_run *u);
/* For good. */
void hd_trim_undo(hd_modular_run *u);

/* Is there something in the thread's code that its own check has to look at? */
bool hd_trim_has_goal(const hd_modular_run *u, hd_thread t);

#endif
