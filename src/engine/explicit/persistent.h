/* persistent.h - partial-order reduction: which instances are enough to move.
 *
 * For each place where an instance can stand we know what its next step may access, and what
 * it may ever access from there on. A set of instances is persistent when nothing that any instance
 * outside it may ever do conflicts with the next steps of those inside: then every
 * violation and every deadlock that can be reached at all is reached when only those inside
 * move now (Godefroid, "Partial-Order Methods", 1996). So that no instance is put off for ever, a
 * step that closes a cycle of its thread's graph is taken in states where all instances move; any
 * cycle of states has one. Loops that run a bounded number of times need no such step: no cycle of
 * states stays in one. A step that may end the execution is treated likewise.
 *
 * Not every two accesses conflict. Steps that write one and the same constant may be exchanged. And where a thread's
 * status is orderly (status.h), an instance that awaits it (its own creation, another's end) can only be set free by
 * the step it waits for: for that step, such a reader does not count. Nor does it matter what comes after waiting for
 * the end of an instance that has not yet moved.
 *
 * Sleep sets leave out transitions rather than states: an instance whose steps were taken before in a state, or in
 * one before it, need not take them again as long as all other steps since can be exchanged with them. */
#ifndef HD_EXPLICIT_PERSISTENT_H
#define HD_EXPLICIT_PERSISTENT_H

#include "analysis/facts.h"
#include "engine/explicit/layout.h"

typedef struct hd_persistent hd_persistent;

/* NULL when there are too many instances or accesses to keep track of. States in which two instances stand before
 * conflicting accesses (a data race) are found as well: an instance outside the set cannot get to such an access before
 * those inside have moved. */
hd_persistent *hd_persistent_new(const hd_xlayout *layout, hd_facts *facts, hd_property property);
void hd_persistent_free(hd_persistent *x);

/* A persistent set, a bit for each instance: the smallest one found with a member that is not
 * known to be blocked, `alive` at worst; members that are known to be blocked do not count. pcs: where
 * each stands; alive: those that may ever move again; unborn: those that await their creation. */
uint64_t hd_persistent_choose(const hd_persistent *x, const uint32_t *pcs, uint64_t alive, uint64_t unborn,
                              uint64_t blocked);
/* Can the next steps of two instances be exchanged, whichever they take? */
bool hd_persistent_independent(const hd_persistent *x, const uint32_t *pcs, uint32_t i, uint32_t k);
/* Does this instance do nothing while its status is 0? */
bool hd_persistent_awaits_creation(const hd_persistent *x, uint32_t instance);

#endif
