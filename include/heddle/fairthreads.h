/* heddle/fairthreads.h - FairThreads: cooperative threads in instants.
 *
 * The API of the FairThreads library, as a scheduler for `heddle verify` (docs/cooperative.md). An
 * instant goes on until no thread can; its events are there for all threads until its end. The order
 * in which threads take their turns is open (--turns any), or any, but the same in every instant (--turns fixed).
 *
 * There is one scheduler. A thread that is unlinked goes on by itself until it links again; what it shares with others
 * then is not known. */
#ifndef HEDDLE_FAIRTHREADS_H
#define HEDDLE_FAIRTHREADS_H

#include <heddle/scheduler.h>

enum { OK = 0, EBADMEM = 1, ETIMEOUT = 2, ENEXT = 3, EBADLINK = 4, EBADCREATE = 5 };

#ifndef HEDDLE_FT_VALUES
#define HEDDLE_FT_VALUES 4 /* generated with one event in one instant, at most */
#endif

struct heddle_ft_scheduler {
  heddle_signal instant; /* the next one */
  unsigned char created, started;
  unsigned char ordered; /* by a preemptive thread */
  unsigned char last;    /* with a fixed order: who had the last turn; a new instant begins with the first */
  unsigned char chosen;  /* the latest position */
};
struct heddle_ft_event {
  heddle_signal signal;
  unsigned char generated; /* in this instant */
  unsigned char broadcast; /* ordered for the next one */
  unsigned char n_values, n_broadcast;
  void *values[HEDDLE_FT_VALUES], *broadcast_values[HEDDLE_FT_VALUES];
};
struct heddle_ft_thread {
  unsigned char position; /* with a fixed order, from 1 on; the first member, for heddle_sched_ring */
  heddle_signal ended, resumed;
  unsigned char finished;
  unsigned char stop, suspend, resume; /* ordered for the next instant */
  unsigned char stopped, suspended;
  void *argument; /* of the cleanup, and of an automaton */
  /* of an automaton: */
  int state;
  int left; /* the instants that its state still waits, and one more; 0: it has just been entered */
  int code;
  void *local;
};
typedef struct heddle_ft_scheduler *ft_scheduler_t;
typedef struct heddle_ft_event *ft_event_t;
typedef struct heddle_ft_thread *ft_thread_t;
typedef void (*ft_executable_t)(void *);

HEDDLE_SCHED_SHARED struct heddle_ft_scheduler heddle_ft;

/* --- turns ------------------------------------------------------------------------------------------- */

static inline struct heddle_ft_thread *heddle_ft_self(void) { return heddle_sched_self(); }

/* Is the calling thread one of the scheduler's now? */
static inline int heddle_ft_linked(void) { return heddle_sched_attached(); }

static inline int heddle_ft_has_joins(void)
{
  return heddle_sched_uses("ft_thread_join") || heddle_sched_uses("ft_thread_join_n") ||
         heddle_sched_uses("heddle_ft_state_join") || heddle_sched_uses("heddle_ft_state_join_n");
}

static inline void heddle_ft_end(struct heddle_ft_thread *self)
{
  if (heddle_ft_has_joins()) {
    self->finished = 1;
    heddle_sched_fire(&self->ended);
  }
}

static inline void heddle_ft_stop(struct heddle_ft_thread *self)
{
  if (heddle_sched_extra()) heddle_sched_extra()(self->argument);
  heddle_ft_end(self);
  heddle_sched_leave();
}

/* After each wait: orders that were taken at the end of an instant. True: the thread was suspended, so
 * that it has to look again at what it waits for. */
static inline int heddle_ft_obey(void)
{
  struct heddle_ft_thread *self = heddle_ft_self();
  int was_suspended = 0;
  if (heddle_sched_uses("ft_scheduler_suspend")) {
    while (self->suspended && !self->stopped) {
      heddle_sched_wait(&self->resumed);
      was_suspended = 1;
    }
  }
  if (heddle_sched_uses("ft_scheduler_stop") && self->stopped) heddle_ft_stop(self);
  return was_suspended;
}

/* A thread that orders can reach waits for the one who takes them, too. */
static inline int heddle_ft_has_orders(void)
{
  return heddle_sched_uses("ft_scheduler_stop") || heddle_sched_uses("ft_scheduler_suspend");
}

/* Waits for the signal; true: orders came between, look again. */
static inline int heddle_ft_wait(heddle_signal *signal)
{
  if (!heddle_ft_has_orders()) {
    heddle_sched_wait(signal);
    return 0;
  }
  int fired = heddle_sched_wait_either(signal, &heddle_ft_self()->resumed);
  return heddle_ft_obey() || !fired;
}

/* Waits for the signal or the next instant: 1, the signal; 0, the instant (in which the signal may have been
 * fired by a broadcast); -1, look again. */
static inline int heddle_ft_wait_instant(heddle_signal *signal)
{
  int passed = heddle_sched_wait_either(&heddle_ft.instant, signal);
  if (heddle_ft_has_orders() && heddle_ft_obey()) return -1;
  return !passed;
}

static inline int ft_thread_cooperate(void)
{
  if (!heddle_ft_linked()) return EBADLINK;
  heddle_sched_wait(&heddle_ft.instant);
  heddle_ft_obey();
  return OK;
}

static inline int ft_thread_cooperate_n(int n)
{
  if (!heddle_ft_linked()) return EBADLINK;
  for (int i = 0; i < n; i++) ft_thread_cooperate();
  return OK;
}

/* --- events ------------------------------------------------------------------------------------------ */

static inline ft_event_t ft_event_create(ft_scheduler_t scheduler)
{
  (void)scheduler;
  struct heddle_ft_event *e = heddle_sched_new(1, sizeof *e);
  return e;
}

static inline int ft_thread_generate(ft_event_t event)
{
  if (!event) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  event->generated = 1;
  heddle_sched_fire(&event->signal);
  return OK;
}

static inline int ft_thread_generate_value(ft_event_t event, void *value)
{
  if (!event) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  if (event->n_values == HEDDLE_FT_VALUES) heddle_sched_unsupported("more than HEDDLE_FT_VALUES values of an event");
  event->values[event->n_values++] = value;
  return ft_thread_generate(event);
}

static inline int ft_thread_await(ft_event_t event)
{
  if (!event) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  while (!event->generated)
    if (!heddle_ft_wait(&event->signal)) break;
  return OK;
}

static inline int ft_thread_await_n(ft_event_t event, int n)
{
  if (!event) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  for (int i = 0; i < n;) {
    if (event->generated) return OK;
    int fired = heddle_ft_wait_instant(&event->signal);
    if (fired == 1) return OK;
    if (fired == 0) i++;
  }
  return ETIMEOUT;
}

/* Waits until one of the events is there; mask[i] says which are. */
static inline int heddle_ft_look(int length, ft_event_t *events, int *mask)
{
  int any = 0;
  for (int i = 0; i < length; i++) {
    mask[i] = events[i]->generated;
    any |= mask[i];
  }
  return any;
}

static inline void heddle_ft_arm_all(int length, ft_event_t *events)
{
  for (int i = 0; i < length; i++) heddle_sched_arm(&events[i]->signal);
}

static inline void heddle_ft_disarm_all(int length, ft_event_t *events)
{
  for (int i = 0; i < length; i++) heddle_sched_disarm(&events[i]->signal);
}

/* Until one of them is generated, or orders come. */
static inline void heddle_ft_block_all(int length, ft_event_t *events)
{
  heddle_ft_arm_all(length, events);
  if (heddle_ft_has_orders()) heddle_sched_arm(&heddle_ft_self()->resumed);
  heddle_sched_block();
  heddle_ft_disarm_all(length, events);
  if (heddle_ft_has_orders()) heddle_sched_disarm(&heddle_ft_self()->resumed);
  heddle_ft_obey();
}

/* The same, or until the next instant: 0, the instant. */
static inline int heddle_ft_block_all_instant(int length, ft_event_t *events)
{
  heddle_ft_arm_all(length, events);
  int fired = heddle_ft_wait_instant(&heddle_ft_self()->resumed);
  heddle_ft_disarm_all(length, events);
  return fired;
}

static inline int ft_thread_select(int length, ft_event_t *events, int *mask)
{
  if (!heddle_ft_linked()) return EBADLINK;
  if (!events || !mask) return EBADMEM;
  while (!heddle_ft_look(length, events, mask)) heddle_ft_block_all(length, events);
  return OK;
}

static inline int ft_thread_select_n(int length, ft_event_t *events, int *mask, int n)
{
  if (!heddle_ft_linked()) return EBADLINK;
  if (!events || !mask) return EBADMEM;
  for (int i = 0; i < n;) {
    if (heddle_ft_look(length, events, mask)) return OK;
    if (heddle_ft_block_all_instant(length, events) == 0) i++;
  }
  return ETIMEOUT;
}

/* The value with this index of the current instant; waits for it until the instant's end. */
static inline int ft_thread_get_value(ft_event_t event, int index, void **result)
{
  if (!event) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  for (;;) {
    if (index < event->n_values) {
      *result = event->values[index];
      return OK;
    }
    if (heddle_ft_wait_instant(&event->signal) == 0) return ENEXT;
  }
}

/* --- threads ----------------------------------------------------------------------------------------- */

static void heddle_ft_body(void (*run)(void *), void *argument)
{
  if (heddle_ft_has_orders()) heddle_ft_obey();
  run(argument);
  heddle_ft_end(heddle_ft_self());
}

static inline ft_thread_t ft_thread_create(ft_scheduler_t scheduler, void (*run)(void *), void (*cleanup)(void *),
                                           void *argument)
{
  (void)scheduler;
  if (!heddle_ft_self() && heddle_ft.started)
    heddle_sched_unsupported("ft_thread_create by a preemptive thread after ft_scheduler_start");
  struct heddle_ft_thread *t =
      heddle_sched_create(sizeof *t, heddle_ft_body, run, argument, &heddle_ft.instant, cleanup);
  if (heddle_sched_uses("ft_scheduler_stop")) t->argument = argument;
  return t;
}

static inline int ft_thread_join(ft_thread_t thread)
{
  if (!thread) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  while (!thread->finished)
    if (!heddle_ft_wait(&thread->ended)) break;
  return OK;
}

static inline int ft_thread_join_n(ft_thread_t thread, int n)
{
  if (!thread) return EBADMEM;
  if (!heddle_ft_linked()) return EBADLINK;
  for (int i = 0; i < n;) {
    if (thread->finished) return OK;
    int fired = heddle_ft_wait_instant(&thread->ended);
    if (fired == 1) return OK;
    if (fired == 0) i++;
  }
  return ETIMEOUT;
}

static inline ft_thread_t ft_thread_self(void) { return heddle_ft_self(); }
static inline ft_scheduler_t ft_thread_scheduler(void) { return heddle_ft_self() ? &heddle_ft : 0; }

/* main goes to its end, and leaves the process to the threads. */
static inline void ft_exit(void)
{
  if (heddle_ft_self()) heddle_ft_end(heddle_ft_self());
  heddle_sched_leave();
}

/* An unlinked thread is the scheduler's again from the next instant on. Whether a thread is linked is known at each
 * place before the program runs: so an unlinked one that is refused must be refused by a constant. */
#define ft_thread_link(scheduler) \
  (__builtin_constant_p(scheduler) && !(scheduler) ? (int)EBADMEM : heddle_ft_link(scheduler))
static inline int heddle_ft_link(ft_scheduler_t scheduler)
{
  if (heddle_ft_linked()) return scheduler ? EBADLINK : EBADMEM;
  if (!heddle_ft_self()) heddle_sched_unsupported("ft_thread_link of a thread that ft_thread_create has not made");
  if (!scheduler) heddle_sched_unsupported("ft_thread_link of an unlinked thread with a variable that is NULL");
  heddle_sched_arm(&heddle_ft.instant);
  heddle_ft.ordered = 1;
  heddle_sched_block();
  heddle_ft_obey();
  return OK;
}

static inline int ft_thread_unlink(void)
{
  if (!heddle_ft_linked()) return EBADLINK;
  heddle_sched_detach("unlinked");
  return OK;
}

/* The thread of the operating system below it. */
#define ft_pthread(thread) (heddle_sched_unsupported("ft_pthread"), 0)

/* --- automata ------------------------------------------------------------------------------------------
 *
 * An automaton is a function that the scheduler calls again for each state: what stands before BEGIN_AUTOMATON is
 * executed each time, and locals do not keep their values. A state that has to wait does so, and is entered anew
 * through the function's begin, as in the library. */

#define AUTOMATON(name) void name(ft_thread_t)
#define DEFINE_AUTOMATON(name) void name(ft_thread_t heddle_ft_me)
#define BEGIN_AUTOMATON                        \
  for (;;) {                                   \
    int heddle_ft_state = heddle_ft_me->state; \
    switch (heddle_ft_state) {
#define END_AUTOMATON \
  default: RETURN     \
    }                 \
    }

/* As in the library, the state after this one is the next of the state in which the function was entered. */
#define GOTO_NEXT GOTO(heddle_ft_state + 1)
#define GOTO(number)              \
  {                               \
    heddle_ft_me->state = number; \
    ft_thread_cooperate();        \
    return;                       \
  }
#define IMMEDIATE(number)         \
  {                               \
    heddle_ft_me->state = number; \
    break;                        \
  }
#define RETURN                \
  {                           \
    heddle_ft_me->state = -1; \
    return;                   \
  }
#define SELF heddle_ft_me
#define SET_LOCAL(data) ((void)(heddle_ft_me->local = (void *)(data)))
#define LOCAL (heddle_ft_me->local)
#define ARGS (heddle_ft_me->argument)
#define RETURN_CODE (heddle_ft_me->code)

#define STATE(number) \
  case number: heddle_ft_me->state = number;
#define HEDDLE_FT_STATE(number, stays) STATE(number) if (stays) return;
#define STATE_AWAIT(number, event) HEDDLE_FT_STATE(number, heddle_ft_state_await(heddle_ft_me, event))
#define STATE_AWAIT_N(number, event, n) HEDDLE_FT_STATE(number, heddle_ft_state_await_n(heddle_ft_me, event, n))
#define STATE_GET_VALUE(number, event, n, result) \
  HEDDLE_FT_STATE(number, heddle_ft_state_get_value(heddle_ft_me, event, n, result))
#define STATE_STAY(number, n) HEDDLE_FT_STATE(number, heddle_ft_state_stay(heddle_ft_me, n))
#define STATE_JOIN(number, thread) HEDDLE_FT_STATE(number, heddle_ft_state_join(heddle_ft_me, thread))
#define STATE_JOIN_N(number, thread, n) HEDDLE_FT_STATE(number, heddle_ft_state_join_n(heddle_ft_me, thread, n))
#define STATE_SELECT(number, length, events, mask) \
  HEDDLE_FT_STATE(number, heddle_ft_state_select(heddle_ft_me, length, events, mask))
#define STATE_SELECT_N(number, length, events, mask, n) \
  HEDDLE_FT_STATE(number, heddle_ft_state_select_n(heddle_ft_me, length, events, mask, n))

/* The state is over, with this code. */
static inline int heddle_ft_pass(ft_thread_t me, int code)
{
  me->code = code;
  me->left = 0;
  return 0;
}

/* One of the instants that a state has to wait is over; after the last its time is out. */
static inline int heddle_ft_passed(ft_thread_t me, int n)
{
  if (!me->left) me->left = n + 1;
  return --me->left == 0;
}

static inline int heddle_ft_state_await(ft_thread_t me, ft_event_t event)
{
  if (!event) return heddle_ft_pass(me, EBADMEM);
  if (event->generated) return heddle_ft_pass(me, OK);
  heddle_ft_wait(&event->signal);
  return 1;
}

/* The instant of the last look, or the signal; then a state looks again. */
static inline int heddle_ft_stay(ft_thread_t me, heddle_signal *signal)
{
  if (heddle_ft_wait_instant(signal) != 0) me->left++;
  return 1;
}

static inline int heddle_ft_state_await_n(ft_thread_t me, ft_event_t event, int n)
{
  if (!event) return heddle_ft_pass(me, EBADMEM);
  if (heddle_ft_passed(me, n)) return heddle_ft_pass(me, ETIMEOUT);
  if (event->generated) return heddle_ft_pass(me, OK);
  return heddle_ft_stay(me, &event->signal);
}

static inline int heddle_ft_state_stay(ft_thread_t me, int n)
{
  if (heddle_ft_passed(me, n)) return heddle_ft_pass(me, OK);
  ft_thread_cooperate();
  return 1;
}

static inline int heddle_ft_state_join(ft_thread_t me, ft_thread_t thread)
{
  if (!thread) return heddle_ft_pass(me, EBADMEM);
  if (thread->finished) return heddle_ft_pass(me, OK);
  heddle_ft_wait(&thread->ended);
  return 1;
}

static inline int heddle_ft_state_join_n(ft_thread_t me, ft_thread_t thread, int n)
{
  if (!thread) return heddle_ft_pass(me, EBADMEM);
  if (heddle_ft_passed(me, n)) return heddle_ft_pass(me, ETIMEOUT);
  if (thread->finished) return heddle_ft_pass(me, OK);
  return heddle_ft_stay(me, &thread->ended);
}

/* Waits for the event's next value in this instant; in the next one it is too late. */
static inline int heddle_ft_state_get_value(ft_thread_t me, ft_event_t event, int index, void **result)
{
  if (!event) return heddle_ft_pass(me, EBADMEM);
  if (heddle_ft_passed(me, 1)) return heddle_ft_pass(me, ENEXT);
  if (index < event->n_values) {
    *result = event->values[index];
    return heddle_ft_pass(me, OK);
  }
  return heddle_ft_stay(me, &event->signal);
}

static inline int heddle_ft_state_select(ft_thread_t me, int length, ft_event_t *events, int *mask)
{
  if (!events || !mask) return heddle_ft_pass(me, EBADMEM);
  if (heddle_ft_look(length, events, mask)) return heddle_ft_pass(me, OK);
  heddle_ft_block_all(length, events);
  return 1;
}

static inline int heddle_ft_state_select_n(ft_thread_t me, int length, ft_event_t *events, int *mask, int n)
{
  if (!events || !mask) return heddle_ft_pass(me, EBADMEM);
  if (heddle_ft_passed(me, n)) return heddle_ft_pass(me, ETIMEOUT);
  if (heddle_ft_look(length, events, mask)) return heddle_ft_pass(me, OK);
  if (heddle_ft_block_all_instant(length, events) != 0) me->left++;
  return 1;
}

static void heddle_ft_automaton(void (*run)(void *), void *argument)
{
  struct heddle_ft_thread *self = heddle_ft_self();
  self->argument = argument;
  if (heddle_ft_has_orders()) heddle_ft_obey();
  do {
    run(self);
  } while (self->state >= 0);
  heddle_ft_end(self);
}

static inline ft_thread_t ft_automaton_create(ft_scheduler_t scheduler, void (*automaton)(ft_thread_t),
                                              void (*cleanup)(void *), void *argument)
{
  (void)scheduler;
  if (!heddle_ft_self() && heddle_ft.started)
    heddle_sched_unsupported("ft_automaton_create by a preemptive thread after ft_scheduler_start");
  void (*run)(void *) = (void (*)(void *))automaton;
  struct heddle_ft_thread *t =
      heddle_sched_create(sizeof *t, heddle_ft_automaton, run, argument, &heddle_ft.instant, cleanup);
  if (heddle_sched_uses("ft_scheduler_stop")) t->argument = argument;
  return t;
}

/* Mutual exclusion with preemptive threads, of which there are none: within an instant no other thread
 * runs before the thread gives up its turn. */
#define ft_thread_mutex_lock(mutex) pthread_mutex_lock(mutex)
#define ft_thread_mutex_unlock(mutex) pthread_mutex_unlock(mutex)

/* --- orders: taken at the end of the instant ----------------------------------------------------------- */

static inline int heddle_ft_order(void)
{
  if (!heddle_ft_self()) heddle_ft.ordered = 1;
  return OK;
}

static inline int ft_scheduler_stop(ft_thread_t thread)
{
  if (!thread) return EBADMEM;
  thread->stop = 1;
  return heddle_ft_order();
}

static inline int ft_scheduler_suspend(ft_thread_t thread)
{
  if (!thread) return EBADMEM;
  thread->suspend = 1;
  thread->resume = 0;
  return heddle_ft_order();
}

static inline int ft_scheduler_resume(ft_thread_t thread)
{
  if (!thread) return EBADMEM;
  thread->resume = 1;
  thread->suspend = 0;
  return heddle_ft_order();
}

static inline int ft_scheduler_broadcast(ft_event_t event)
{
  if (!event) return EBADMEM;
  event->broadcast = 1;
  return heddle_ft_order();
}

static inline int ft_scheduler_broadcast_value(ft_event_t event, void *value)
{
  if (!event) return EBADMEM;
  if (event->n_broadcast == HEDDLE_FT_VALUES)
    heddle_sched_unsupported("more than HEDDLE_FT_VALUES values of an event");
  event->broadcast_values[event->n_broadcast++] = value;
  event->broadcast = 1;
  return heddle_ft_order();
}

/* --- the scheduler --------------------------------------------------------------------------------------- */

static void heddle_ft_take_orders(void *record)
{
  struct heddle_ft_thread *t = record;
  if (heddle_sched_uses("ft_scheduler_stop") && t->stop && !t->stopped) {
    t->stopped = 1;
    heddle_sched_fire(&t->resumed);
  }
  if (heddle_sched_uses("ft_scheduler_suspend")) {
    if (t->suspend) t->suspended = 1;
    if (t->resume && t->suspended) {
      t->suspended = 0;
      heddle_sched_fire(&t->resumed);
    }
    t->suspend = t->resume = 0;
  }
}

static void heddle_ft_new_instant(void *event)
{
  struct heddle_ft_event *e = event;
  e->generated = 0;
  if (heddle_sched_uses("ft_thread_get_value") || heddle_sched_uses("heddle_ft_state_get_value")) e->n_values = 0;
  if (heddle_sched_uses("ft_scheduler_broadcast") || heddle_sched_uses("ft_scheduler_broadcast_value")) {
    if (e->broadcast) {
      for (int i = 0; i < HEDDLE_FT_VALUES && heddle_sched_uses("ft_scheduler_broadcast_value"); i++)
        e->values[i] = e->broadcast_values[i];
      e->n_values = e->n_broadcast;
      e->n_broadcast = 0;
      e->broadcast = 0;
      e->generated = 1;
      heddle_sched_fire(&e->signal);
    }
  }
}

static inline int heddle_ft_takes_orders(void)
{
  return heddle_ft_has_orders() || heddle_sched_uses("ft_scheduler_broadcast") ||
         heddle_sched_uses("ft_scheduler_broadcast_value") || heddle_sched_uses("ft_thread_unlink");
}

static inline void heddle_ft_next(void)
{
  heddle_sched_each(1, heddle_ft_new_instant);
  if (heddle_ft_has_orders()) heddle_sched_each(0, heddle_ft_take_orders);
}

/* With a fixed order: any, found out by trying, for each thread that is in order. Comparisons instead of bits:
 * otherwise the whole program would be one about bits to a solver. */
static void heddle_ft_stands_elsewhere(void *record)
{
  heddle_assume(((struct heddle_ft_thread *)record)->position != heddle_ft.chosen);
}

static void heddle_ft_choose_position(void *record)
{
  heddle_ft.chosen = (unsigned char)(1 + heddle_uint_range(0, (unsigned)heddle_sched_count() - 1));
  heddle_sched_each_in_order(0, heddle_ft_stands_elsewhere);
  ((struct heddle_ft_thread *)record)->position = heddle_ft.chosen;
}

static inline void heddle_ft_first(void)
{
  if (heddle_sched_fixed_order()) heddle_ft.last = 255;
}

/* The end of an instant is one step. When no thread can go on in the next one it is over, unless a
 * preemptive thread still has orders. */
static void fairthreads(void *unused)
{
  (void)unused;
  if (heddle_sched_fixed_order()) {
    heddle_sched_ring(&heddle_ft.last);
    heddle_sched_each_in_order(0, heddle_ft_choose_position);
    heddle_ft.chosen = 0;
  }
  heddle_ft_first();
  if (heddle_ft_takes_orders()) heddle_ft_next();
  heddle_sched_fire(&heddle_ft.instant);
  for (;;) {
    heddle_sched_idle("end of the instant");
    heddle_ft_next();
    heddle_ft_first();
    heddle_sched_fire(&heddle_ft.instant);
    if (heddle_sched_ready()) continue;
    if (!heddle_ft_takes_orders() || !heddle_sched_alive()) break;
    heddle_sched_until(&heddle_ft.ordered);
    heddle_ft.ordered = 0;
  }
}

static inline ft_scheduler_t ft_scheduler_create(void)
{
  if (heddle_ft.created) heddle_sched_unsupported("a second scheduler");
  heddle_ft.created = 1;
  return &heddle_ft;
}
static inline int ft_scheduler_start(ft_scheduler_t scheduler)
{
  if (!scheduler) return EBADMEM;
  heddle_ft.started = 1;
  heddle_sched_serve(fairthreads);
  return OK;
}

#endif
