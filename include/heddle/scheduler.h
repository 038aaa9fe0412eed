/* heddle/scheduler.h - what schedulers of cooperative threads are written with.
 *
 * A cooperative thread keeps the processor until it gives up its turn. A scheduler says what its
 * primitives do, and what happens when no thread can go on; docs/cooperative.md shows a whole one on
 * a page. The functions below have no bodies: `heddle verify` knows what they mean.
 *
 * A turn is one atomic step for every other thread. Which of several ready threads takes the next turn is
 * open: every choice is explored. */
#ifndef HEDDLE_SCHEDULER_H
#define HEDDLE_SCHEDULER_H

#include <stddef.h>
#include <heddle/verifier.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before a variable of a scheduler's header: there is one in the whole program, however many of its files include the
 * header. A static one would be another in each file. */
#define HEDDLE_SCHED_SHARED __attribute__((weak))

/* Something that threads wait for: a place for each thread instance of the program (main and the
 * scheduler count), 1 while that thread waits. The places are members of their own, so that what
 * one thread does with a signal has nothing to do with what another does. */
#define HEDDLE_SCHED_THREADS 40
#define HEDDLE_SCHED_8(x) x##0, x##1, x##2, x##3, x##4, x##5, x##6, x##7
typedef struct {
  unsigned char HEDDLE_SCHED_8(a), HEDDLE_SCHED_8(b), HEDDLE_SCHED_8(c), HEDDLE_SCHED_8(d), HEDDLE_SCHED_8(e);
} heddle_signal;

/* Creates a thread that runs body(routine, argument), under the routine's name, with a zeroed record
 * of `size` bytes, whose address is returned. It starts when the signal is fired next; NULL: it is
 * ready at once. The extra function, or NULL, is what heddle_sched_extra returns in that thread. */
void *heddle_sched_create(size_t size, void (*body)(void (*)(void *), void *), void (*routine)(void *), void *argument,
                          heddle_signal *start, void (*extra)(void *));
void (*heddle_sched_extra(void))(void *);
/* The record of the calling thread, NULL in a preemptive one; and its place in signals. */
void *heddle_sched_self(void);
unsigned heddle_sched_number(void);
/* Ends the calling thread, from any depth. */
void heddle_sched_leave(void);

/* Gives up the turn until a signal that the thread waits for is fired. */
void heddle_sched_block(void);
/* The calling thread is no longer the scheduler's, until it blocks: it goes on whenever it likes, also while others
 * have their turns. It must not touch what others do; where it does, the verdict is unknown. The text is for traces. */
void heddle_sched_detach(const char *text);
int heddle_sched_attached(void); /* A constant. */
/* All threads that wait for the signal are ready, and wait for it no more. */
void heddle_sched_fire(heddle_signal *signal);

/* The calling thread waits for the signal, or no more; does it? */
void heddle_sched_arm(heddle_signal *signal);
void heddle_sched_disarm(heddle_signal *signal);
int heddle_sched_armed(heddle_signal *signal);

static inline void heddle_sched_wait(heddle_signal *signal)
{
  heddle_sched_arm(signal);
  heddle_sched_block();
}
/* Waits for either; true: the first was fired (and perhaps the second, too). */
static inline int heddle_sched_wait_either(heddle_signal *first, heddle_signal *second)
{
  heddle_sched_arm(first);
  heddle_sched_arm(second);
  heddle_sched_block();
  int is_first = !heddle_sched_armed(first);
  heddle_sched_disarm(first);
  heddle_sched_disarm(second);
  return is_first;
}

/* Starts the scheduler itself, a function that is a thread of its own; what it does between two
 * calls of heddle_sched_idle is one step. That function waits until no thread is ready; the text says in traces
 * what happens then. */
void heddle_sched_serve(void (*scheduler)(void *));
void heddle_sched_idle(const char *text);

/* After that: is a thread ready now? Is there a thread that has not ended? */
int heddle_sched_ready(void);
int heddle_sched_alive(void);

/* A preemptive thread (main) waits until the flag is not zero. */
void heddle_sched_until(unsigned char *flag);

/* Lists of what a scheduler goes through, numbered from 1. An object at a place that is known before
 * the program runs is put on a list, otherwise every object of the type, the name of a structure (or NULL: then the
 * place must be known); or a new one is made, zeroed, for each place that asks. The scheduler has a function called
 * with each; kind 0: with the record of each thread. */
void heddle_sched_list(unsigned kind, void *object, const char *type);
void *heddle_sched_new(unsigned kind, size_t size);
void heddle_sched_each(unsigned kind, void (*function)(void *));
/* An object with a function of its own, called by heddle_sched_update when the object's first byte is
 * not 0, after resetting it. */
void heddle_sched_list_update(unsigned kind, void *object, void (*function)(void *), const char *type);
void heddle_sched_update(unsigned kind);

/* Called anywhere: of the ready threads only those go on whose record has the greatest first byte. */
void heddle_sched_ranked(void);

/* Are there threads whose order of turns stays the same (--turns)? A constant. Then a scheduler that has an order of
 * turns calls heddle_sched_ring: of these threads the ready one goes on whose record's first byte is next after `last`,
 * in a ring; `last` is set with each of their turns. They are all threads, or those whose order turned out to matter:
 * then what others wake may be passed over once. The others are in no order. */
int heddle_sched_fixed_order(void);
void heddle_sched_ring(unsigned char *last);
int heddle_sched_count(void); /* of the threads in order; in the scheduler only */
void heddle_sched_each_in_order(unsigned kind, void (*function)(void *)); /* kind 0 */

/* Does the program call the function of this name? A constant, so that what is not used costs nothing. */
int heddle_sched_uses(const char *function);
/* Is this the property that is asked for? A constant. */
int heddle_sched_asks(const char *property);
/* Nothing is said about executions that come here. */
void heddle_sched_unsupported(const char *what);

#ifdef __cplusplus
}
#endif

#endif
