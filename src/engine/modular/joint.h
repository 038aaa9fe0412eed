/* joint.h - a module of several threads as one sequential program.
 *
 * Threads without loops that work on the same data need not be taken one at a time, each against an abstraction of the
 * others: the last level of a hierarchy may be a module. Its program executes the threads one after the other, each
 * block (from cut-point to cut-point) at a time that is guessed, its clock. What a block finds in a shared
 * variable is what the last write before it left there, by the clocks; what blocks leave is guessed at first, and
 * compared when their thread's turn comes. A thread may stop at any cut-point: its remaining blocks are never. So the
 * program's executions are those of the threads, up to the order of blocks that do not concern each other, and no
 * interleaving is enumerated.
 *
 * As level 0 it fails where an assertion of one of the threads does, and no block has a later clock than that. As a
 * level below it answers a query: alpha holds at the time `start`, beta at the end. Before the start, variables that
 * threads above write have any value whenever they are read; after it, only the module writes. There is no level below
 * a module, so one check answers a query. */
#ifndef HD_ENGINE_MODULAR_JOINT_H
#define HD_ENGINE_MODULAR_JOINT_H

#include "engine/modular/level.h"

/* What a module consists of: its threads' blocks, and what each of them accesses. */
typedef struct hd_joint hd_joint;

/* Can the threads be a module: no loops, no shared arrays, nothing beyond which nothing is known, and not too large?
 * NULL: they cannot. outside: those above. Borrows all. */
hd_joint *hd_joint_new(hd_modular_run *u, const hd_thread *threads, uint32_t n, const hd_thread *outside,
                       uint32_t n_outside);
void hd_joint_free(hd_joint *j);
const hd_thread *hd_joint_threads(const hd_joint *j, uint32_t *n);

/* Builds the level's program. */
void hd_joint_build(hd_level *l);

/* What a violation of the level's program says: the moves, in the order of their clocks; for other levels than 0 only
 * those after the start, and in *psi the states from which they lead to the level's goal. False: nothing can be learned
 * from it. */
bool hd_joint_read(hd_level *l, const hd_trace *t, hd_mod_moves *moves, hd_term *psi);

#endif
