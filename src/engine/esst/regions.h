/* regions.h - predicate abstraction, with one region for each thread and a global one.
 *
 * A node has a region for each instance and one for all together; its label is their conjunction. The precision
 * of an instance's region is the predicates of its location and of its thread, that of the global region the
 * global ones. After a step the mover's region and the global one are the abstract post of the whole label. The
 * regions of the others are the abstract post under HAVOC: what is known about shared variables that the step writes
 * is forgotten, unless the predicates lost that way were needed; then the operation is kept for that instance.
 *
 * A new predicate goes into the narrowest precision that is worth trying: that of the location where it is needed, if
 * it mentions only one instance's locals; that of the thread, if it also mentions shared variables; otherwise, or if a
 * narrower precision was not enough, it becomes global. */
#ifndef HD_ESST_REGIONS_H
#define HD_ESST_REGIONS_H

#include "engine/esst/refine.h"

hd_esst_regions *hd_esst_regions_new(hd_esst_search *x); /* borrows x */
void hd_esst_regions_free(hd_esst_regions *r);

/* The regions after the step from the node; their conjunction in *label. The array is the caller's. */
hd_term *hd_esst_regions_post(hd_esst_regions *r, uint32_t node, uint32_t step, uint32_t place, hd_term *label);
hd_term *hd_esst_regions_start(hd_esst_regions *r, hd_term *label);

/* Puts the predicates of the clauses into precisions. The first position on the path whose regions will be
 * stronger when computed again; HD_NONE: there is none. */
uint32_t hd_esst_regions_learn(hd_esst_regions *r, const hd_esst_reason *reason);
uint32_t hd_esst_regions_stamp(const hd_esst_regions *r);      /* changes with every precision */
uint32_t hd_esst_regions_predicates(const hd_esst_regions *r); /* different ones */

#endif
