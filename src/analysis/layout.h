/* layout.h - the slots that an object's memory is divided into.
 *
 * The source's types suggest slots. Where every access (as the points-to analysis sees
 * them) is to whole elements of one, it stays. Bytes that are accessed in other ways
 * (unions, copies by chunks, a struct read as words) become arrays of the largest word that
 * all accesses there are made of, in the worst case bytes.
 *
 * The invariant: an access through a target that is not weak meets, wherever it is valid,
 * either one element of one slot exactly, or consecutive elements along the last dimension
 * of one slot. Chosen slots do not overlap. */
#ifndef HD_ANALYSIS_LAYOUT_H
#define HD_ANALYSIS_LAYOUT_H

#include "analysis/layout_fit.h"

typedef HD_VEC(hd_span) hd_spans;

/* Replaces the objects' suggested slots by chosen ones. Slots that nothing accesses stay
 * as suggested, after the others. */
void hd_layout_choose(hd_program *p, hd_points_to *pt);

/* The slots of one object; the result lives in the arena. */
hd_slot *hd_layout_divide(hd_program *p, const hd_object_info *o, const hd_points_cell *cells, uint32_t n_cells,
                          const hd_spans *accesses, uint32_t *n);

/* Calls `visit` with each address that the edge reads or writes, and the bits there; the
 * same one perhaps more than once. */
typedef void hd_address_fn(void *context, hd_term address, unsigned width);
void hd_edge_addresses(const hd_program *p, const hd_edge_info *e, hd_address_fn *visit, void *context);

#endif
