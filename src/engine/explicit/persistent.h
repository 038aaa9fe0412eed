/* persistent.h - partial-order reduction: which instances are enough to move.
 *
 * For each place where an instance can stand we know what its next step may access, and what
 * it may ever access from there on. A set of instances is persistent when nothing that any instance
 * outside it may ever do conflicts with the next steps of those inside: then every
 * violation and every deadlock that can be reached at all is reached when only those inside
 * move now (Godefroid, "Partial-Order Methods", 1996). So that nobody is put off for ever, a
 * step that closes a cycle of its thread's graph is taken in states where everybody moves; any
 * cycle of states has one. A step that may end the execution is treated likewise. */
#ifndef HD_EXPLICIT_PERSISTENT_H
#define HD_EXPLICIT_PERSISTENT_H

#include "engine/explicit/layout.h"

typedef struct hd_persistent hd_persistent;

/* NULL when there are too many instances or accesses to keep track of. */
hd_persistent *hd_persistent_new(const hd_xlayout *layout, const hd_sharing *sharing);
void hd_persistent_free(hd_persistent *x);

/* A persistent set, a bit for each instance: the smallest one found with a member that is not
 * known to be blocked, `alive` at worst. pcs: where each stands; alive: those that may ever
 * move again. */
uint64_t hd_persistent_choose(const hd_persistent *x, const uint32_t *pcs, uint64_t alive, uint64_t blocked);

#endif
