/* status.h - how threads are started and awaited, when it is done in the usual way.
 *
 * A thread's status is orderly when it starts as 0, only ever becomes 1 where it was 0 (creating: by a
 * step that asks for it, or by the only one that can do it, and only once), and 2 by the instance itself
 * (finishing), which does nothing before it has seen the 1. Then what others do to it is of two kinds
 * that do not meet: whether the instance exists (0 or not) changes once, by creating, and whether it has
 * finished (2 or not) once, by finishing. */
#ifndef HD_EXPLICIT_STATUS_H
#define HD_EXPLICIT_STATUS_H

#include "analysis/loops.h"

bool hd_status_orderly(hd_program *p, hd_thread t, const hd_loops *loops);

/* Is the term status[index] = value, of a variable that is some thread's status? index is HD_NO_TERM
 * for a scalar. */
bool hd_status_test(const hd_program *p, hd_term t, hd_var *status, hd_term *index, uint64_t *value);

/* Calls `visit` for each conjunct of a guard (which may be HD_NO_TERM). */
void hd_conjuncts_visit(const hd_program *p, hd_term guard, void (*visit)(void *context, hd_term conjunct),
                        void *context);

#endif
