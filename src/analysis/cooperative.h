/* cooperative.h - making the model of a cooperative program small.
 *
 * A scheduler is C code in headers of a folder `heddle` (docs/cooperative.md), and it is lowered as any C code is. Here
 * its steps are merged, what main sets up before the first turn becomes the initial state, and the scheduler's own
 * variables get their role. The verdict is the same for every property: a turn is atomic, so that no other thread sees
 * a state inside it. */
#ifndef HD_ANALYSIS_COOPERATIVE_H
#define HD_ANALYSIS_COOPERATIVE_H

#include "program/program.h"

/* Does a scheduler of cooperative threads belong to the program? */
bool hd_is_cooperative_program(const hd_program *p);
/* Is this a place inside a scheduler's header? */
bool hd_in_scheduler(const hd_program *p, hd_pos pos);

/* All of it, on a resolved program; nothing is done to one without such a scheduler. */
void hd_cooperative_tidy(hd_program *p);

/* first_turn.c: executes in advance what main does while no other thread can move, as far as no input decides it. Its
 * assignments to the user's variables stay as steps, for traces. */
void hd_cooperative_settle(hd_program *p);

/* fuse.c: steps of a scheduler that follow each other inside a turn become one; steps that do
 * nothing vanish. */
void hd_cooperative_fuse(hd_program *p);

#endif
