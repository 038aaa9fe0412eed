/* lockstep.h - several threads as one, side by side in one order.
 *
 * Steps of different threads that do not touch the same memory can be taken in either order, and a proof is often easy
 * in one of them: two loops that compute the same sum have equal sums when they take their iterations in turns, and no
 * simple relation when one of them is ahead. Here every vector of locations becomes a location of one thread, from
 * which all instances may move, or one that is *alone*: the one whose turn it is, in one of the orders below.
 *
 * An instance is alone at a vector when, as long as it stands still, whatever the others may do
 *   (a) cannot violate a check, nor reach a place that is not supported or a bound, and
 *   (b) neither writes what its next turn reads or writes, nor reads what it writes.
 * A turn is a step, and the steps after it as long as the instance is inside an atomic section. So every violating
 * execution from there has a turn of that instance, by (a); its first one can be taken before all that comes before it,
 * by (b); and what is left is shorter by a turn. By induction the new program violates a check exactly when the given
 * one does. This does not hold for deadlocks and data races.
 *
 * What the others may do is found for each of them by itself, from where it stands, along guards that are not false
 * under what is known: values of threads' statuses and of synchronization objects, which tell vectors apart as well. So
 * a thread that waits for an instance to end does nothing before that. Locations from which nothing can be violated are
 * left out. */
#ifndef HD_PROGRAM_LOCKSTEP_H
#define HD_PROGRAM_LOCKSTEP_H

#include "program/write_out.h"

/* Whose turn it is; main always comes first. */
typedef enum {
  HD_LOCKSTEP_NONE,
  HD_LOCKSTEP_ROUNDS, /* an iteration of each instance's loops after that of another */
  HD_LOCKSTEP_PAIRS,  /* an iteration of the first instance after one of the first other that can go on */
  HD_LOCKSTEP_WHOLE,  /* each instance as far as it can go */
  HD_LOCKSTEP_COUNT
} hd_lockstep;

/* Of a resolved, indexed program of several instances, which must live as long, and of a property whose violations
 * are failed checks. Locals of further instances are variables of their own. Where nothing is gained, loops that
 * count are written out first (write_out.h). NULL: there would be too many
 * locations, or no thread is ever alone. */
hd_written_out *hd_lockstep_write(const hd_program *p, hd_lockstep order);

#endif
