/* heddle/systemc_kernel.h - SystemC's scheduler, for systemc.h (C) and systemc.hpp (C++).
 *
 * The phases of the standard (docs/cooperative.md): evaluate, update, delta notification, timed notification. Runnable
 * processes run in any order, each until it waits (a thread) or returns (a method). Times are numbers of the
 * smallest unit, counted from now on, so that a design that goes on for ever has finitely many states. */
#ifndef HEDDLE_SYSTEMC_KERNEL_H
#define HEDDLE_SYSTEMC_KERNEL_H

#include <heddle/scheduler.h>

#ifdef __cplusplus
extern "C" {
#define HEDDLE_SC_INLINE inline
typedef unsigned long long heddle_sc_time;
#else
#define HEDDLE_SC_INLINE static inline
typedef unsigned heddle_sc_time;
#endif

enum { HEDDLE_SC_EVENTS = 1, HEDDLE_SC_CHANNELS = 2 };
enum { HEDDLE_SC_NONE, HEDDLE_SC_DELTA, HEDDLE_SC_TIMED };

typedef struct heddle_sc_event {
  heddle_signal signal;
  unsigned char pending; /* at most one notification is */
  heddle_sc_time in;     /* TIMED: from now on */
} heddle_sc_event;

/* What a process is sensitive to: events, or what a port has once it is bound (`late`). Members of their own, so that
 * what is not used costs nothing. */
#define HEDDLE_SC_EACH_SENSITIVITY(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define HEDDLE_SC_SENSITIVITY(n) heddle_sc_event *sensitive##n, **late##n;

struct heddle_sc_record {
  heddle_sc_event timer;
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_SENSITIVITY)
  heddle_sc_event *trigger; /* of a method, for its next run */
  unsigned char triggered, has_timer;
  unsigned char is_method, late, finished;
};
typedef struct heddle_sc_record *heddle_sc_process;

struct heddle_sc_state {
  heddle_signal begin, end;
  unsigned char over, stop, waiting;
  unsigned char run;   /* the simulation goes on, where it can be continued: heddle_sc_run */
  unsigned char delta; /* for one delta cycle only */
  unsigned char timed; /* something is pending for `earliest`, while that is looked for */
  heddle_sc_time earliest, now;
  heddle_sc_event limit; /* of this run */
};
HEDDLE_SCHED_SHARED struct heddle_sc_state heddle_sc;

/* Not all at once: numbers stay numbers then, and are no bytes. */
HEDDLE_SC_INLINE void heddle_sc_init_event(heddle_sc_event *event)
{
  __builtin_memset(&event->signal, 0, sizeof event->signal);
  event->pending = HEDDLE_SC_NONE;
  event->in = 0;
}

/* --- notification ------------------------------------------------------------------------------------ */

/* Immediate: the processes that wait now. It overrides a notification that is pending. */
HEDDLE_SC_INLINE void heddle_sc_notify(heddle_sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
  heddle_sched_fire(&event->signal);
}

HEDDLE_SC_INLINE void heddle_sc_notify_delta(heddle_sc_event *event)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, event, "heddle_sc_event");
  event->pending = HEDDLE_SC_DELTA;
}

/* An earlier notification overrides a later one, which is discarded. */
HEDDLE_SC_INLINE void heddle_sc_notify_at(heddle_sc_event *event, heddle_sc_time in)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, event, "heddle_sc_event");
  if (in == 0) {
    event->pending = HEDDLE_SC_DELTA;
  } else if (event->pending == HEDDLE_SC_NONE || (event->pending == HEDDLE_SC_TIMED && in < event->in)) {
    event->pending = HEDDLE_SC_TIMED;
    event->in = in;
  }
}

HEDDLE_SC_INLINE void heddle_sc_cancel(heddle_sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
}

/* --- waiting ----------------------------------------------------------------------------------------- */

HEDDLE_SC_INLINE struct heddle_sc_record *heddle_sc_self(void)
{
  return (struct heddle_sc_record *)heddle_sched_self();
}

HEDDLE_SC_INLINE void heddle_sc_wait_event(heddle_sc_event *event) { heddle_sched_wait(&event->signal); }

HEDDLE_SC_INLINE void heddle_sc_set_timer(struct heddle_sc_record *self, heddle_sc_time in)
{
  self->timer.pending = in == 0 ? HEDDLE_SC_DELTA : HEDDLE_SC_TIMED;
  self->timer.in = in;
}

HEDDLE_SC_INLINE void heddle_sc_wait_time(heddle_sc_time in)
{
  struct heddle_sc_record *self = heddle_sc_self();
  heddle_sc_set_timer(self, in);
  heddle_sched_wait(&self->timer.signal);
}

/* Whichever comes first; true: the event did. */
HEDDLE_SC_INLINE int heddle_sc_wait_time_event(heddle_sc_time in, heddle_sc_event *event)
{
  struct heddle_sc_record *self = heddle_sc_self();
  heddle_sc_set_timer(self, in);
  int came = heddle_sched_wait_either(&event->signal, &self->timer.signal);
  self->timer.pending = HEDDLE_SC_NONE;
  return came;
}

/* e1 | e2 | ... */
HEDDLE_SC_INLINE void heddle_sc_wait_any(int n, heddle_sc_event **events)
{
  for (int i = 0; i < n; i++) heddle_sched_arm(&events[i]->signal);
  heddle_sched_block();
  for (int i = 0; i < n; i++) heddle_sched_disarm(&events[i]->signal);
}

/* e1 & e2 & ...: in any order, not necessarily at once. */
HEDDLE_SC_INLINE void heddle_sc_wait_all(int n, heddle_sc_event **events)
{
  int left = n;
  for (int i = 0; i < n; i++) heddle_sched_arm(&events[i]->signal);
  while (left > 0) {
    heddle_sched_block();
    left = 0;
    for (int i = 0; i < n; i++) left += heddle_sched_armed(&events[i]->signal);
  }
}

/* A list of at most eight, as members of their own: so it is known which events may be meant where. */
#define HEDDLE_SC_MEMBER(n) heddle_sc_event *e##n;
struct heddle_sc_events {
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_MEMBER)
};
#define HEDDLE_SC_EMPTY(n) list->e##n = 0;
HEDDLE_SC_INLINE void heddle_sc_init_events(struct heddle_sc_events *list)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_EMPTY)
}
#define HEDDLE_SC_PUT(n)   \
  if (!list->e##n) {       \
    list->e##n = event;    \
    return;                \
  }
HEDDLE_SC_INLINE void heddle_sc_add(struct heddle_sc_events *list, heddle_sc_event *event)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_PUT)
  heddle_sched_unsupported("a list of more than eight events");
}
#define HEDDLE_SC_ARM_LISTED(n) \
  if (list->e##n) heddle_sched_arm(&list->e##n->signal);
#define HEDDLE_SC_DISARM_LISTED(n) \
  if (list->e##n) heddle_sched_disarm(&list->e##n->signal);
#define HEDDLE_SC_COUNT_LISTED(n) \
  if (list->e##n && heddle_sched_armed(&list->e##n->signal)) left = 1;

HEDDLE_SC_INLINE void heddle_sc_wait_any_of(const struct heddle_sc_events *list)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_ARM_LISTED)
  heddle_sched_block();
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_DISARM_LISTED)
}

HEDDLE_SC_INLINE void heddle_sc_wait_all_of(const struct heddle_sc_events *list)
{
  int left;
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_ARM_LISTED)
  do {
    heddle_sched_block();
    left = 0;
    HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_COUNT_LISTED)
  } while (left);
}

#define HEDDLE_SC_ARM(n)                                             \
  if (p->sensitive##n) heddle_sched_arm(&p->sensitive##n->signal);   \
  if (p->late##n) heddle_sched_arm(&(*p->late##n)->signal);
#define HEDDLE_SC_DISARM(n)                                           \
  if (p->sensitive##n) heddle_sched_disarm(&p->sensitive##n->signal); \
  if (p->late##n) heddle_sched_disarm(&(*p->late##n)->signal);

HEDDLE_SC_INLINE void heddle_sc_arm(struct heddle_sc_record *p)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_ARM)
}

HEDDLE_SC_INLINE void heddle_sc_disarm(struct heddle_sc_record *p)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_DISARM)
}

/* Static sensitivity. */
HEDDLE_SC_INLINE void heddle_sc_wait(void)
{
  heddle_sc_arm(heddle_sc_self());
  heddle_sched_block();
  heddle_sc_disarm(heddle_sc_self());
}

/* --- processes --------------------------------------------------------------------------------------- */

HEDDLE_SC_INLINE void heddle_sc_thread(void (*run)(void *), void *module)
{
  if (heddle_sched_uses("heddle_sc_dont_initialize") && heddle_sc_self()->late) heddle_sc_wait();
  run(module);
  if (heddle_sched_asks("no-deadlock")) heddle_sc_self()->finished = 1;
}

/* Until the next run of a method; the end of the simulation is its end, too, where there is one run only. */
HEDDLE_SC_INLINE void heddle_sc_await(struct heddle_sc_record *self)
{
  int dynamic = heddle_sched_uses("heddle_sc_next_trigger_event") || heddle_sched_uses("heddle_sc_next_trigger_time");
  int is_dynamic = dynamic && self->triggered;
  if (is_dynamic) {
    if (self->trigger) heddle_sched_arm(&self->trigger->signal);
    if (self->has_timer) heddle_sched_arm(&self->timer.signal);
  } else {
    heddle_sc_arm(self);
  }
  int ends = !heddle_sched_uses("heddle_sc_run");
  if (ends) heddle_sched_arm(&heddle_sc.end);
  heddle_sched_block();
  if (ends && heddle_sc.over) heddle_sched_leave();
  if (ends) heddle_sched_disarm(&heddle_sc.end);
  if (is_dynamic) {
    if (self->trigger) heddle_sched_disarm(&self->trigger->signal);
    if (self->has_timer) heddle_sched_disarm(&self->timer.signal);
    self->timer.pending = HEDDLE_SC_NONE;
  } else {
    heddle_sc_disarm(self);
  }
  if (dynamic) {
    self->triggered = 0;
    self->trigger = 0;
    self->has_timer = 0;
  }
}

HEDDLE_SC_INLINE void heddle_sc_method(void (*run)(void *), void *module)
{
  struct heddle_sc_record *self = heddle_sc_self();
  if (heddle_sched_uses("heddle_sc_dont_initialize") && self->late) heddle_sc_await(self);
  for (;;) {
    run(module);
    heddle_sc_await(self);
  }
}

HEDDLE_SC_INLINE heddle_sc_process heddle_sc_new_thread(void (*run)(void *), void *module)
{
  return (heddle_sc_process)heddle_sched_create(sizeof(struct heddle_sc_record), heddle_sc_thread, run, module,
                                                &heddle_sc.begin, 0);
}

HEDDLE_SC_INLINE heddle_sc_process heddle_sc_new_method(void (*run)(void *), void *module)
{
  heddle_sc_process p = (heddle_sc_process)heddle_sched_create(sizeof(struct heddle_sc_record), heddle_sc_method, run,
                                                               module, &heddle_sc.begin, 0);
  p->is_method = 1;
  return p;
}

/* Up to eight; the other kind is NULL. */
#define HEDDLE_SC_ADD(n)                             \
  if (!process->sensitive##n && !process->late##n) { \
    process->sensitive##n = event;                   \
    process->late##n = late;                         \
    return;                                          \
  }
HEDDLE_SC_INLINE void heddle_sc_sensitive(heddle_sc_process process, heddle_sc_event *event, heddle_sc_event **late)
{
  HEDDLE_SC_EACH_SENSITIVITY(HEDDLE_SC_ADD)
  heddle_sched_unsupported("a process that is sensitive to more than eight events");
}

/* The process does not run at the start, but waits for its sensitivity. */
HEDDLE_SC_INLINE void heddle_sc_dont_initialize(heddle_sc_process process) { process->late = 1; }

/* For the next run of the calling method, instead of its sensitivity. */
HEDDLE_SC_INLINE void heddle_sc_next_trigger_event(heddle_sc_event *event)
{
  heddle_sc_self()->triggered = 1;
  heddle_sc_self()->trigger = event;
}

HEDDLE_SC_INLINE void heddle_sc_next_trigger_time(heddle_sc_time in)
{
  heddle_sc_self()->triggered = heddle_sc_self()->has_timer = 1;
  heddle_sc_set_timer(heddle_sc_self(), in);
}

/* --- the scheduler ------------------------------------------------------------------------------------- */

HEDDLE_SC_INLINE void heddle_sc_fire(heddle_sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
  heddle_sched_fire(&event->signal);
}

HEDDLE_SC_INLINE int heddle_sc_uses_timers(void)
{
  return heddle_sched_uses("heddle_sc_wait_time") || heddle_sched_uses("heddle_sc_wait_time_event") ||
         heddle_sched_uses("heddle_sc_next_trigger_time");
}

HEDDLE_SC_INLINE void heddle_sc_delta(void *event)
{
  heddle_sc_event *e = (heddle_sc_event *)event;
  if (e->pending == HEDDLE_SC_DELTA) heddle_sc_fire(e);
}
HEDDLE_SC_INLINE void heddle_sc_delta_timer(void *process)
{
  heddle_sc_delta(&((struct heddle_sc_record *)process)->timer);
}

HEDDLE_SC_INLINE void heddle_sc_find_earliest(void *event)
{
  heddle_sc_event *e = (heddle_sc_event *)event;
  if (e->pending != HEDDLE_SC_TIMED) return;
  if (!heddle_sc.timed || e->in < heddle_sc.earliest) heddle_sc.earliest = e->in;
  heddle_sc.timed = 1;
}
HEDDLE_SC_INLINE void heddle_sc_find_earliest_timer(void *process)
{
  heddle_sc_find_earliest(&((struct heddle_sc_record *)process)->timer);
}

HEDDLE_SC_INLINE void heddle_sc_advance(void *event)
{
  heddle_sc_event *e = (heddle_sc_event *)event;
  if (e->pending != HEDDLE_SC_TIMED) return;
  e->in -= heddle_sc.earliest;
  if (e->in == 0) heddle_sc_fire(e);
}
HEDDLE_SC_INLINE void heddle_sc_advance_timer(void *process)
{
  heddle_sc_advance(&((struct heddle_sc_record *)process)->timer);
}

HEDDLE_SC_INLINE void heddle_sc_find_waiting(void *process)
{
  struct heddle_sc_record *p = (struct heddle_sc_record *)process;
  if (!p->is_method && !p->finished) heddle_sc.waiting = 1;
}

/* Is there a thread that has not ended? Only asked where deadlocks are. */
HEDDLE_SC_INLINE int heddle_sc_some_wait(void)
{
  if (!heddle_sched_asks("no-deadlock")) return 0;
  heddle_sched_each(0, heddle_sc_find_waiting);
  return heddle_sc.waiting;
}

/* Gives control back to sc_start's caller until it calls again: nothing is ready then. */
HEDDLE_SC_INLINE void heddle_sc_pause(void)
{
  heddle_sc.limit.pending = HEDDLE_SC_NONE;
  heddle_sc.run = 0;
  heddle_sc.over = 1;
  heddle_sched_until(&heddle_sc.run);
}

/* Advances to the earliest time for which something is pending; false: nothing is. What comes out does not depend on
 * the order in which the events are looked at, in no state: so processes can be exchanged. A run that ends then
 * leaves what it has reached to the next one. */
HEDDLE_SC_INLINE int heddle_sc_timed_phase(void)
{
  if (heddle_sched_uses("heddle_sc_run_for")) heddle_sc_find_earliest(&heddle_sc.limit);
  if (heddle_sched_uses("heddle_sc_notify_at")) heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_find_earliest);
  if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_find_earliest_timer);
  if (!heddle_sc.timed) return 0;
  heddle_sc.timed = 0;
  if (heddle_sched_uses("heddle_sc_time_stamp")) heddle_sc.now += heddle_sc.earliest;
  if (heddle_sched_uses("heddle_sc_run_for") && heddle_sc.limit.pending) {
    heddle_sc.limit.in -= heddle_sc.earliest;
    if (heddle_sc.limit.in == 0) heddle_sc_pause();
  }
  if (heddle_sched_uses("heddle_sc_notify_at")) heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_advance);
  if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_advance_timer);
  heddle_sc.earliest = 0;
  return 1;
}

HEDDLE_SC_INLINE void heddle_sc_delta_phase(void)
{
  heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_delta);
  if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_delta_timer);
}

/* Nothing is pending. When deadlocks are asked for, a thread that waits now is one; a run that can be continued may
 * find something new. False: the end. */
HEDDLE_SC_INLINE int heddle_sc_continue(void)
{
  if (!heddle_sched_uses("heddle_sc_run")) return 0;
  do {
    if (heddle_sc_some_wait()) return 0;
    heddle_sc_pause();
    heddle_sched_update(HEDDLE_SC_CHANNELS);
    heddle_sc_delta_phase();
  } while (!heddle_sched_ready() && !heddle_sc_timed_phase());
  return 1;
}

HEDDLE_SC_INLINE void heddle_sc_finish(void)
{
  if (!heddle_sc.stop && heddle_sc_some_wait()) return;
  heddle_sc.over = 1;
  if (!heddle_sched_uses("heddle_sc_run")) heddle_sched_fire(&heddle_sc.end);
}

HEDDLE_SC_INLINE void systemc(void *unused)
{
  (void)unused;
  if (heddle_sched_uses("heddle_sc_run")) heddle_sched_until(&heddle_sc.run);
  heddle_sched_update(HEDDLE_SC_CHANNELS);
  heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_delta);
  heddle_sched_fire(&heddle_sc.begin);
  for (;;) {
    heddle_sched_idle("end of the evaluation phase");
    heddle_sched_update(HEDDLE_SC_CHANNELS);
    if (heddle_sched_uses("heddle_sc_stop") && heddle_sc.stop) break;
    if (heddle_sched_uses("heddle_sc_run_delta") && heddle_sc.delta) heddle_sc_pause();
    heddle_sc_delta_phase();
    if (!heddle_sched_ready() && !heddle_sc_timed_phase() && !heddle_sc_continue()) break;
  }
  heddle_sc_finish();
}

/* Runs the simulation once, until nothing is pending or heddle_sc_stop was called. */
HEDDLE_SC_INLINE void heddle_sc_simulate(void)
{
  heddle_sched_serve(systemc);
  heddle_sched_until(&heddle_sc.over);
}

/* The same in runs that continue each other. heddle_sc_prepare comes before them. */
HEDDLE_SC_INLINE void heddle_sc_prepare(void) { heddle_sched_serve(systemc); }
HEDDLE_SC_INLINE void heddle_sc_run(void)
{
  if (heddle_sc.stop) return;
  heddle_sc.over = 0;
  heddle_sc.run = 1;
  heddle_sched_until(&heddle_sc.over);
}
/* For a time; what is due then is left to the next run. */
HEDDLE_SC_INLINE void heddle_sc_run_for(heddle_sc_time time)
{
  heddle_sc.limit.pending = HEDDLE_SC_TIMED;
  heddle_sc.limit.in = time;
  heddle_sc_run();
}
HEDDLE_SC_INLINE void heddle_sc_run_delta(void)
{
  heddle_sc.delta = 1;
  heddle_sc_run();
  heddle_sc.delta = 0;
}

HEDDLE_SC_INLINE void heddle_sc_stop(void) { heddle_sc.stop = 1; }
HEDDLE_SC_INLINE heddle_sc_time heddle_sc_time_stamp(void) { return heddle_sc.now; }

#ifdef __cplusplus
}
#endif
#endif
