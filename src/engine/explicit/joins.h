/* joins.h - instances that a thread waits for all together are interchangeable, too.
 *
 * A thread that joins instances one after the other tells them apart: first it waits for this one, then for that one.
 * But a join moves to the right of anything others do: an instance that has finished stays so. So a thread that joins
 * and then takes only steps that concern no other thread may as well pass through all of that at once, noting which
 * instances it joined, and wait at the first place where another thread could notice. If by then it has joined every
 * instance that exists, and no other, it waits for all of them, and the order does not matter.
 *
 * hd_joins_new changes a program to do that: joins become steps that note and do not wait, and before the first step
 * that is not the thread's own comes one that waits until no instance runs. Where the joined ones turn out not to be
 * those that exist, the program goes to an unsupported location instead, and the search has to be repeated without this
 * change. */
#ifndef HD_EXPLICIT_JOINS_H
#define HD_EXPLICIT_JOINS_H

#include "analysis/loops.h"
#include "trace/trace.h"

typedef struct hd_joins hd_joins;

/* Changes *p (owned; replaced by another program with the same ids and some more) for each thread that becomes
 * symmetric by it. NULL: there is none, and *p is as it was. */
hd_joins *hd_joins_new(hd_program **p, const hd_loops *loops, hd_property property);
void hd_joins_free(hd_joins *j);

/* Edges from this one on were added. */
uint32_t hd_joins_first_edge(const hd_joins *j);
/* So were locations from this one on; the unsupported ones are reached where the joined instances are not those that
 * exist. */
uint32_t hd_joins_first_loc(const hd_joins *j);
/* A trace of the changed program as one of the program before: joins come when they can. */
hd_trace *hd_joins_restore(const hd_joins *j, const hd_program *changed, const hd_trace *t);

#endif
