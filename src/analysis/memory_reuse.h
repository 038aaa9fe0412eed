/* memory_reuse.h - inside resolving: the address of what has ended may come again, or not.
 *
 * In the model, each block has its own number for good, and pointers are such numbers: what points to a block that has
 * ended never points to another one. But a program that compares a pointer to what was freed with a pointer to what
 * was allocated afterwards sees addresses, and whether those are equal is the allocator's choice. So where such a
 * comparison exists, the blocks concerned get a variable that holds their address: on allocation it becomes the block's
 * own number, or any address that a block had which is freed and which no other block has taken. A comparison of
 * pointers to these blocks then compares addresses, an access goes by the number.
 *
 * The comparisons meant are those of two values that points-to cannot tell from pointers to blocks X and Y, where an
 * allocation of Y can come after a free of X, or the other way round. Comparisons with constants come from the front
 * end (which block is freed?) and use the number: in the source of a program that frees, no constant stands for a
 * block. Where there is no such comparison, nothing changes (docs/decisions/0012-addresses.md). */
#ifndef HD_ANALYSIS_MEMORY_REUSE_H
#define HD_ANALYSIS_MEMORY_REUSE_H

#include "analysis/points_to.h"

/* Locals and handles of threads are treated as blocks are: a local begins with its function or block, a handle with its
 * thread, and ends when the thread is joined, or has ended and is detached.
 *
 * Does the program compare addresses of locals without saying when these end? */
bool hd_reuse_needs_ends(hd_program *p, hd_points_to *pt);
/* True: the program changed, and points-to has to be found anew. */
bool hd_reuse_addresses(hd_program *p, hd_points_to *pt);
/* Removes the variables that record reallocations and handles (program/lifetimes.h). */
void hd_reuse_tidy(hd_program *p);

#endif
