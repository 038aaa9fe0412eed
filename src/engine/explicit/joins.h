/* joins.h - instances that are awaited all together are interchangeable, too.
 *
 * A thread that joins instances one after the other tells them apart: first it waits for this one, then for
 * that one. But a join moves to the right of anything others do: an instance that has finished stays so. So a thread
 * that joins and then does only what is its own may as well pass through all of that at once, noting which ones
 * it joined, and wait at the first place where another thread could tell. If by then it has joined every
 * instance that exists, and no other, it waits for all of them, and no matter in which order.
 *
 * hd_joins_new changes a program to do that: joins become steps that note and do not wait, and before
 * the first step that is not the thread's own comes one that waits until no instance runs. Where the joined
 * ones turn out not to be those that exist, the program goes to an unsupported location instead, and the
 * search is to be repeated without this. */
#ifndef HD_EXPLICIT_JOINS_H
#define HD_EXPLICIT_JOINS_H

#include "analysis/loops.h"
#include "trace/trace.h"

typedef struct hd_joins hd_joins;

/* Changes *p (owned; replaced by another program with the same ids and some more) for each thread that becomes
 * symmetric by it. NULL: there is none, and *p is as it was. */
hd_joins *hd_joins_new(hd_program **p, const hd_loops *loops, hd_property property);
void hd_joins_free(hd_joins *j);

/* Edges from this one on are of our making. */
uint32_t hd_joins_first_edge(const hd_joins *j);
/* So are locations from this one on; those that are unsupported are where it is not as it should be. */
uint32_t hd_joins_first_loc(const hd_joins *j);
/* A trace of the changed program as one of the program before: joins come when they can. */
hd_trace *hd_joins_restore(const hd_joins *j, const hd_program *changed, const hd_trace *t);

#endif
