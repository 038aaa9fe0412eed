/* flow.h - what instances may do from a place on, as far as the explicit values tell.
 *
 * Constants are propagated along each instance's graph, from where it stands: an explicit slot has its value at the
 * place, or what the instance itself has written since, unless another one of those that move may write it; then it has
 * any value. An edge whose guard is false under what is known is not taken. So what only an instance that stands still
 * could change stays as it is: a scheduler that waits for it does not move, and an event that no thread can generate
 * without it does not occur.
 *
 * What an edge does under given constants is computed once. A cell that gets its own value back, because of a
 * condition that the constants make false (`ready := waits ? 1 : ready`), is not written; but the condition is read.
 * Only shared cells count as accesses. */
#ifndef HD_ESST_FLOW_H
#define HD_ESST_FLOW_H

#include "engine/esst/space.h"

/* Shared slots, as bits. */
typedef struct {
  uint64_t *reads, *writes;
} hd_esst_access;

typedef struct hd_esst_flow hd_esst_flow;

hd_esst_flow *hd_esst_flow_new(hd_esst_space *x); /* borrows x */
void hd_esst_flow_free(hd_esst_flow *f);

bool hd_esst_conflict(const hd_esst_flow *f, const hd_esst_access *a, const hd_esst_access *b);

/* Starts at the place, where all explicit slots are known. Place HD_NONE: none is known but those set afterwards. */
void hd_esst_flow_start(hd_esst_flow *f, uint32_t place);
void hd_esst_flow_tell(hd_esst_flow *f, uint32_t slot, uint64_t value);
/* The party stands there and may move, to the end of its turn, or for ever. */
void hd_esst_flow_let(hd_esst_flow *f, uint32_t party, hd_loc from, bool forever);
/* Lets them go on as long as something new happens. */
void hd_esst_flow_run(hd_esst_flow *f);

/* What the party may have accessed. Valid until the next start. */
const hd_esst_access *hd_esst_flow_access(const hd_esst_flow *f, uint32_t party);
/* The other parties that may have written what the party's edges out of the location mention. */
uint64_t hd_esst_flow_writers(hd_esst_flow *f, uint32_t party, hd_loc l);

#endif
