/* movers.h - which steps commute with the steps of others (Lipton, "Reduction", 1975).
 *
 * A lock is a shared variable that starts at 0, or is set to it before other threads may run, and
 * from then on is touched by two kinds of edges only: acquisitions `when m = 0 do m := c` with c not 0, and
 * releases `do m := 0` by an instance that certainly holds it. So at most one instance
 * holds it at a time. Elements of an array are locks in the same way, each for itself, where a thread's own locals
 * decide the index and do not change between the acquisition and the release.
 *
 * An access is protected when each access of another instance that it conflicts with (to the same variable once other
 * threads may run, one of both a write) is made under a lock that is certainly held here, too: then the one never comes
 * next to the other. That lock may be the element of an array of locks with the index of the access: two accesses to
 * one element are then under one lock, and those to different elements commute. The array of locks has to be at least
 * as long as the other: outside of an array, reads give 0 and writes do nothing.
 *
 *   BOTH   nothing another instance can do next to it depends on it: it touches only locals, and
 *          what it shares is protected
 *   RIGHT  an acquisition: what another instance does right after it could have been done
 *          before, since that does not touch the lock
 *   LEFT   a release: what another instance does right before it could be done after
 *   NONE   anything else */
#ifndef HD_ANALYSIS_MOVERS_H
#define HD_ANALYSIS_MOVERS_H

#include "analysis/sharing.h"

typedef enum { HD_MOVER_NONE, HD_MOVER_LEFT, HD_MOVER_RIGHT, HD_MOVER_BOTH } hd_mover;

/* By edge; the caller frees it. */
uint8_t *hd_movers_new(hd_program *p, const hd_sharing *sharing);

#endif
