/* turns.h - does an execution whose turns came in any order agree with one fixed order?
 *
 * FairThreads takes turns in a ring: an instant is a sequence of rounds, and in each round the ready threads have their
 * turns by their positions. With given positions every turn has its round: the first, when the thread was ready at
 * the instant's beginning; otherwise that of the turn that woke it, or the next one if the thread stands before its
 * waker. An execution fits positions when of any two turns of an instant that touch the same cell, one writing it, the
 * earlier one has the earlier round, or the same round and the smaller position: the others can be exchanged.
 *
 * The positions that such pairs ask for are found as a partial order, extended pair by pair (turns.c); an execution of
 * the program with these positions (guided.c) then shows whether they work; it is checked like any other. */
#ifndef HD_TRACE_TURNS_H
#define HD_TRACE_TURNS_H

#include "trace/interp.h"

/* positions[i]: of the i-th instance (numbered as in state.h). False: the execution fits no order, or none was found.
 * The scheduler is the thread whose steps end instants. */
bool hd_turns_order(const hd_program *p, const hd_trace *t, hd_thread scheduler, uint32_t *positions);

/* An execution that fits no order has turns that go round in a circle: each comes before one that touches the same
 * cell in the same instant, and the threads of the last also have a turn before the first's. The threads of a
 * shortest circle that are not all in `but`, as bits; 0: none was found. */
uint64_t hd_turns_circle(const hd_program *p, const hd_trace *t, hd_thread scheduler, uint64_t but);
/* How many instances these threads have, those that the scheduler runs. */
uint32_t hd_turns_in_order(const hd_program *p, hd_thread scheduler, uint64_t threads);

/* An execution of `fixed`, the same program with turns in one order, that takes its inputs thread by thread from an
 * execution of `open`, and violates the property; NULL: none was found. */
hd_trace *hd_turns_fit(const hd_program *open, const hd_trace *t, const hd_program *fixed, const char *scheduler,
                       hd_property property);

#endif
