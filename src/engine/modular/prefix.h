/* prefix.h - what is certain to happen before anything else matters.
 *
 * A thread's next step is certain when it can do nothing else, and nothing that the others may do before it
 * notices the step or is noticed by it (it is a persistent set of its own): then every violation is also
 * reached by an execution that begins with that step, and the program may as well begin behind it. That
 * covers what main does before it creates threads, the creation itself, and what threads do first. */
#ifndef HD_ENGINE_MODULAR_PREFIX_H
#define HD_ENGINE_MODULAR_PREFIX_H

#include "engine/modular/run.h"

/* Moves entries and initial values to the last cut-points that are certain; u->prefix has the moves. Before
 * hd_prefix_undo, u->first says how the program began. */
void hd_prefix_take(hd_modular_run *u);
/* Back to the program's own beginning, for good. */
void hd_prefix_undo(hd_modular_run *u);

#endif
