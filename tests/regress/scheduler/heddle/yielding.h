/* The scheduler of docs/cooperative.md. */
#include <heddle/scheduler.h>

static heddle_signal heddle_next;
struct heddle_yielder { int number; };                      /* a thread's record; unused here */

static void heddle_yielder_body(void (*run)(void *), void *argument) { run(argument); }
static inline void spawn(void (*run)(void *), void *argument)
{
  struct heddle_yielder *t = heddle_sched_create(sizeof *t, heddle_yielder_body, run, argument, &heddle_next, 0);
  (void)t;
}
static inline void yield(void) { heddle_sched_wait(&heddle_next); }   /* until all have yielded */

static void yielding(void *unused)
{
  (void)unused;
  do {
    heddle_sched_fire(&heddle_next);
    heddle_sched_idle("next round");
  } while (heddle_sched_alive());
}
static inline void run_all(void) { heddle_sched_serve(yielding); }
