/* reconstruct.h - the program forced along an abstract counterexample: the map [[.]]co.
 *
 * A counter says how far the counterexample has been followed. An instruction of the counterexample can
 * only be executed when it is next, and then counts; other instructions of the abstraction are never
 * executed, and what the abstraction left out is executed at any time. With values, the variables that the
 * counterexample knows are gone: their values stand in their place, by the counter, and an assignment to one
 * becomes the assumption that it has the value it must have. Without, they stay variables, and one
 * counterexample stands for all with the same instructions: then each thread has a counter of its own, and
 * only instructions that depend on each other keep their order.
 *
 * If the result is unsafe, the program is, by the same trace (hd_reconstruct_map); if it
 * is safe, the counterexample is spurious. */
#ifndef HD_ENGINE_SLICING_RECONSTRUCT_H
#define HD_ENGINE_SLICING_RECONSTRUCT_H

#include "engine/slicing/path.h"

/* The result's edges tell their origin in p, and variables keep their ids. */
hd_abstraction *hd_reconstruct(const hd_program *p, const hd_abstraction *a, const hd_path *path, bool values);

/* A trace of the result r as one of p; with values, what the path knew is put in. */
hd_trace *hd_reconstruct_map(const hd_abstraction *r, const hd_program *p, const hd_abstraction *a, const hd_path *path,
                             bool values, const hd_trace *t);

#endif
