/* observe.h - an abstraction without the counterexamples that were refuted: the refinement.
 *
 * For each of them an observer: a variable that says how far the execution has followed it, instruction by
 * instruction, until it does something else. Its last instruction, the check that fails, does not fail
 * at the end of it. So every other run stays, with the same edges. With values, an execution also leaves a
 * counterexample when an instruction leaves other values than it does there. */
#ifndef HD_ENGINE_SLICING_OBSERVE_H
#define HD_ENGINE_SLICING_OBSERVE_H

#include "engine/slicing/path.h"

/* Changes the abstraction's program; edges keep their ids (in the middle of one, values are compared). */
void hd_observe(hd_abstraction *a, const hd_path *path, bool values);

#endif
