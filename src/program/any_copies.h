/* any_copies.h - what a program does when some of its threads have any number of copies.
 *
 * A model has a fixed number N of instances of each thread, and a source that may create more
 * leads to a BOUND location. The edges made here stand for the models of every N (up to 2^30) at
 * once: each execution of one of them, with the thread's own number in `self` chosen suitably,
 * is an execution along these edges with N instances, and creating a thread always succeeds.
 *
 * What tells the copies apart is given up: a variable with an element for each copy (a thread's
 * argument and result) may be read as any value, and writes to it are not seen. Of a thread's
 * status its first element remains, which says that some copy was created: from then on copies
 * may start at any time. A step of another thread that concerns one of the copies (creating it,
 * joining it) may happen at any time, and what else it assigns takes any value.
 * A thread may use its number to find its own elements and as the owner of a lock; a thread that
 * computes with it otherwise is refused. */
#ifndef HD_PROGRAM_ANY_COPIES_H
#define HD_PROGRAM_ANY_COPIES_H

#include "program/program.h"

enum { HD_MOST_COPIES = 1 << 30 };

/* Of a resolved program; any: by thread. Fills `edges`, which has the program's number of them,
 * with terms of the program's pool and assignments in the arena. False: it cannot be said, and
 * *why_not says why (text in the arena, or a constant). `edges` may be the program's own. */
bool hd_edges_any_copies(const hd_program *p, const uint8_t *any, hd_arena *arena, hd_edge_info *edges,
                         const char **why_not);

#endif
