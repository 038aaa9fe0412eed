/* jump.h - the refinement of the paper's figures 12 and 13: an observer that jumps, and controllers.
 *
 * The runs that were refuted form a tree: a vertex is what some of them begin with, instructions with the values that
 * they leave. Every other run leaves the tree somewhere. So the observer, a thread that comes first, goes to a vertex
 * at once: it sets the shared variables to what they hold there, and says which thread leaves the tree. That
 * thread's controller puts it where it stands at the vertex, with its locals, and lets it take one instruction that no
 * run of the tree takes there, or one that leaves other values; then the controllers of the others let them go on
 * from where they stand. What can happen is what the abstraction can do, without those runs (lemma 3).
 *
 * Threads may begin in the middle. So statuses and locks are ordinary variables here, which analyses do not rely on.
 * Instructions that do nothing (path.h) are not compared: they are taken as soon as that keeps no other thread
 * waiting. */
#ifndef HD_ENGINE_SLICING_JUMP_H
#define HD_ENGINE_SLICING_JUMP_H

#include "engine/slicing/path.h"

typedef struct hd_jump hd_jump;

/* Can states of the abstraction's program be written down? Not if something starts with any value, nor with large
 * arrays. */
bool hd_jump_treats(const hd_program *q);
/* Of an abstraction's program, indexed, whose threads have one instance each; borrowed. No run is excluded yet. */
hd_jump *hd_jump_new(const hd_program *q);
void hd_jump_free(hd_jump *j);

/* A run of q that ends in a failed check is excluded. */
void hd_jump_exclude(hd_jump *j, const hd_trace *run);
/* The program with observer and controllers, whose edges know their origin in q. At least one run must have been
 * excluded. */
hd_abstraction *hd_jump_program(const hd_jump *j);
/* A trace of that program as one of q. */
hd_trace *hd_jump_map(const hd_jump *j, const hd_abstraction *refined, const hd_trace *t);

#endif
