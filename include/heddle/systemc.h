/* heddle/systemc.h - SystemC's processes, events and channels, as C.
 *
 * The scheduler of the standard (docs/cooperative.md): evaluate, update, delta notification, timed
 * notification. Runnable processes run in any order, each until it waits (a thread) or returns (a method).
 *
 *   sc_event done;
 *   void producer(void *module) { ...; sc_wait(); ...; sc_notify_delta(&done); ... }
 *   int main(void) { sc_sensitive(sc_thread(producer, 0), &done); sc_start(); }
 *
 * Events and channels are global variables (or parts of them), zeroed. Times are numbers of the smallest
 * unit, counted from now on, so that a design that goes on for ever has finitely many states. */
#ifndef HEDDLE_SYSTEMC_H
#define HEDDLE_SYSTEMC_H

#include <heddle/scheduler.h>

typedef unsigned sc_time;
#define SC_ZERO_TIME 0u

enum { HEDDLE_SC_EVENTS = 1, HEDDLE_SC_CHANNELS = 2 };
enum { HEDDLE_SC_NONE, HEDDLE_SC_DELTA, HEDDLE_SC_TIMED };

typedef struct {
  heddle_signal signal;
  unsigned char pending; /* at most one notification is */
  sc_time in;            /* TIMED: from now on */
} sc_event;

typedef struct {
  unsigned char requested;
} sc_channel;

struct heddle_sc_process {
  sc_event timer;
  sc_event *sensitive0, *sensitive1, *sensitive2, *sensitive3;
  sc_event *trigger; /* of a method, for its next run */
  unsigned char triggered, has_timer;
  unsigned char is_method, late, finished;
};
typedef struct heddle_sc_process *sc_process;

HEDDLE_SCHED_SHARED struct {
  heddle_signal begin, end;
  unsigned char over, stop, waiting;
  unsigned char timed; /* something is pending for `earliest`, while that is looked for */
  sc_time earliest, now;
} heddle_sc;

/* --- notification ------------------------------------------------------------------------------------ */

/* Immediate: the processes that wait now. It overrides a notification that is pending. */
static inline void sc_notify(sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
  heddle_sched_fire(&event->signal);
}

static inline void sc_notify_delta(sc_event *event)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, event, "sc_event");
  event->pending = HEDDLE_SC_DELTA;
}

/* An earlier notification overrides a later one, which is discarded. */
static inline void sc_notify_at(sc_event *event, sc_time in)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, event, "sc_event");
  if (in == SC_ZERO_TIME) {
    event->pending = HEDDLE_SC_DELTA;
  } else if (event->pending == HEDDLE_SC_NONE || (event->pending == HEDDLE_SC_TIMED && in < event->in)) {
    event->pending = HEDDLE_SC_TIMED;
    event->in = in;
  }
}

static inline void sc_cancel(sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
}

/* --- waiting ----------------------------------------------------------------------------------------- */

static inline struct heddle_sc_process *heddle_sc_self(void) { return heddle_sched_self(); }

static inline void sc_wait_event(sc_event *event) { heddle_sched_wait(&event->signal); }

static inline void heddle_sc_set_timer(struct heddle_sc_process *self, sc_time in)
{
  self->timer.pending = in == SC_ZERO_TIME ? HEDDLE_SC_DELTA : HEDDLE_SC_TIMED;
  self->timer.in = in;
}

static inline void sc_wait_time(sc_time in)
{
  struct heddle_sc_process *self = heddle_sc_self();
  heddle_sc_set_timer(self, in);
  heddle_sched_wait(&self->timer.signal);
}

/* Whichever comes first; true: the event did. */
static inline int sc_wait_time_event(sc_time in, sc_event *event)
{
  struct heddle_sc_process *self = heddle_sc_self();
  heddle_sc_set_timer(self, in);
  int came = heddle_sched_wait_either(&event->signal, &self->timer.signal);
  self->timer.pending = HEDDLE_SC_NONE;
  return came;
}

/* e1 | e2 | ... */
static inline void sc_wait_any(int n, sc_event **events)
{
  for (int i = 0; i < n; i++) heddle_sched_arm(&events[i]->signal);
  heddle_sched_block();
  for (int i = 0; i < n; i++) heddle_sched_disarm(&events[i]->signal);
}

static inline int sc_wait_either(sc_event *first, sc_event *second)
{
  return heddle_sched_wait_either(&first->signal, &second->signal);
}

/* e1 & e2 & ...: in any order, not necessarily at once. */
static inline void sc_wait_all(int n, sc_event **events)
{
  int left = n;
  for (int i = 0; i < n; i++) heddle_sched_arm(&events[i]->signal);
  while (left > 0) {
    heddle_sched_block();
    left = 0;
    for (int i = 0; i < n; i++) left += heddle_sched_armed(&events[i]->signal);
  }
}

static inline void sc_wait_both(sc_event *first, sc_event *second)
{
  heddle_sched_arm(&first->signal);
  heddle_sched_arm(&second->signal);
  do heddle_sched_block();
  while (heddle_sched_armed(&first->signal) || heddle_sched_armed(&second->signal));
}

static inline void heddle_sc_arm(struct heddle_sc_process *p)
{
  if (p->sensitive0) heddle_sched_arm(&p->sensitive0->signal);
  if (p->sensitive1) heddle_sched_arm(&p->sensitive1->signal);
  if (p->sensitive2) heddle_sched_arm(&p->sensitive2->signal);
  if (p->sensitive3) heddle_sched_arm(&p->sensitive3->signal);
}

static inline void heddle_sc_disarm(struct heddle_sc_process *p)
{
  if (p->sensitive0) heddle_sched_disarm(&p->sensitive0->signal);
  if (p->sensitive1) heddle_sched_disarm(&p->sensitive1->signal);
  if (p->sensitive2) heddle_sched_disarm(&p->sensitive2->signal);
  if (p->sensitive3) heddle_sched_disarm(&p->sensitive3->signal);
}

/* Static sensitivity. */
static inline void sc_wait(void)
{
  heddle_sc_arm(heddle_sc_self());
  heddle_sched_block();
  heddle_sc_disarm(heddle_sc_self());
}

/* --- processes --------------------------------------------------------------------------------------- */

static void heddle_sc_thread(void (*run)(void *), void *module)
{
  if (heddle_sched_uses("sc_dont_initialize") && heddle_sc_self()->late) sc_wait();
  run(module);
  if (heddle_sched_asks("no-deadlock")) heddle_sc_self()->finished = 1;
}

/* Until the next run of a method; the end of the simulation is its end, too. */
static inline void heddle_sc_await(struct heddle_sc_process *self)
{
  int dynamic = heddle_sched_uses("sc_next_trigger_event") || heddle_sched_uses("sc_next_trigger_time");
  int is_dynamic = dynamic && self->triggered;
  if (is_dynamic) {
    if (self->trigger) heddle_sched_arm(&self->trigger->signal);
    if (self->has_timer) heddle_sched_arm(&self->timer.signal);
  } else {
    heddle_sc_arm(self);
  }
  heddle_sched_arm(&heddle_sc.end);
  heddle_sched_block();
  if (heddle_sc.over) heddle_sched_leave();
  heddle_sched_disarm(&heddle_sc.end);
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

static void heddle_sc_method(void (*run)(void *), void *module)
{
  struct heddle_sc_process *self = heddle_sc_self();
  if (heddle_sched_uses("sc_dont_initialize") && self->late) heddle_sc_await(self);
  for (;;) {
    run(module);
    heddle_sc_await(self);
  }
}

static inline sc_process sc_thread(void (*run)(void *), void *module)
{
  struct heddle_sc_process *p = heddle_sched_create(sizeof *p, heddle_sc_thread, run, module, &heddle_sc.begin, 0);
  return p;
}

static inline sc_process sc_method(void (*run)(void *), void *module)
{
  struct heddle_sc_process *p = heddle_sched_create(sizeof *p, heddle_sc_method, run, module, &heddle_sc.begin, 0);
  p->is_method = 1;
  return p;
}

/* Up to four events. */
static inline void sc_sensitive(sc_process process, sc_event *event)
{
  if (!process->sensitive0)
    process->sensitive0 = event;
  else if (!process->sensitive1)
    process->sensitive1 = event;
  else if (!process->sensitive2)
    process->sensitive2 = event;
  else if (!process->sensitive3)
    process->sensitive3 = event;
  else
    heddle_sched_unsupported("a process that is sensitive to more than four events");
}

/* The process does not run at the start, but waits for its sensitivity. */
static inline void sc_dont_initialize(sc_process process) { process->late = 1; }

/* For the next run of the calling method, instead of its sensitivity. */
static inline void sc_next_trigger_event(sc_event *event)
{
  heddle_sc_self()->triggered = 1;
  heddle_sc_self()->trigger = event;
}

static inline void sc_next_trigger_time(sc_time in)
{
  heddle_sc_self()->triggered = heddle_sc_self()->has_timer = 1;
  heddle_sc_set_timer(heddle_sc_self(), in);
}

/* --- channels ---------------------------------------------------------------------------------------- */

/* update(channel) is called once in the next update phase. */
static inline void sc_request_update(sc_channel *channel, void (*update)(void *channel))
{
  heddle_sched_list_update(HEDDLE_SC_CHANNELS, channel, update, 0);
  channel->requested = 1;
}

/* A signal that holds an int: what is written is seen after the update phase. */
typedef struct {
  sc_channel channel;
  sc_event changed;
  int current, next;
} sc_signal;

static void heddle_sc_update_signal(void *channel)
{
  sc_signal *s = channel;
  if (s->current == s->next) return;
  s->current = s->next;
  s->changed.pending = HEDDLE_SC_DELTA; /* listed by who wrote the signal */
}

static inline int sc_signal_read(sc_signal *signal) { return signal->current; }
static inline void sc_signal_write(sc_signal *signal, int value)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, &signal->changed, "sc_event");
  signal->next = value;
  heddle_sched_list_update(HEDDLE_SC_CHANNELS, signal, heddle_sc_update_signal, "sc_signal");
  signal->channel.requested = 1;
}

/* --- the scheduler ------------------------------------------------------------------------------------- */

static inline void heddle_sc_fire(sc_event *event)
{
  event->pending = HEDDLE_SC_NONE;
  heddle_sched_fire(&event->signal);
}

static inline int heddle_sc_uses_timers(void)
{
  return heddle_sched_uses("sc_wait_time") || heddle_sched_uses("sc_wait_time_event") ||
         heddle_sched_uses("sc_next_trigger_time");
}

static void heddle_sc_delta(void *event)
{
  sc_event *e = event;
  if (e->pending == HEDDLE_SC_DELTA) heddle_sc_fire(e);
}
static void heddle_sc_delta_timer(void *process) { heddle_sc_delta(&((struct heddle_sc_process *)process)->timer); }

static void heddle_sc_find_earliest(void *event)
{
  sc_event *e = event;
  if (e->pending != HEDDLE_SC_TIMED) return;
  if (!heddle_sc.timed || e->in < heddle_sc.earliest) heddle_sc.earliest = e->in;
  heddle_sc.timed = 1;
}
static void heddle_sc_find_earliest_timer(void *process)
{
  heddle_sc_find_earliest(&((struct heddle_sc_process *)process)->timer);
}

static void heddle_sc_advance(void *event)
{
  sc_event *e = event;
  if (e->pending != HEDDLE_SC_TIMED) return;
  e->in -= heddle_sc.earliest;
  if (e->in == 0) heddle_sc_fire(e);
}
static void heddle_sc_advance_timer(void *process)
{
  heddle_sc_advance(&((struct heddle_sc_process *)process)->timer);
}

static void heddle_sc_find_waiting(void *process)
{
  struct heddle_sc_process *p = process;
  if (!p->is_method && !p->finished) heddle_sc.waiting = 1;
}

/* Advances to the earliest time for which something is pending; false: nothing is. What comes out does not depend on
 * the order in which the events are looked at, in no state: so processes can be exchanged. */
static inline int heddle_sc_timed_phase(void)
{
  if (heddle_sched_uses("sc_notify_at")) heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_find_earliest);
  if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_find_earliest_timer);
  if (!heddle_sc.timed) return 0;
  heddle_sc.timed = 0;
  if (heddle_sched_uses("sc_time_stamp")) heddle_sc.now += heddle_sc.earliest;
  if (heddle_sched_uses("sc_notify_at")) heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_advance);
  if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_advance_timer);
  heddle_sc.earliest = 0;
  return 1;
}

/* Nothing is left to do. When deadlocks are asked for, a thread that waits now is one. */
static inline void heddle_sc_finish(void)
{
  if (heddle_sched_asks("no-deadlock") && !heddle_sc.stop) {
    heddle_sched_each(0, heddle_sc_find_waiting);
    if (heddle_sc.waiting) return;
  }
  heddle_sc.over = 1;
  heddle_sched_fire(&heddle_sc.end);
}

static void systemc(void *unused)
{
  (void)unused;
  heddle_sched_update(HEDDLE_SC_CHANNELS);
  heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_delta);
  heddle_sched_fire(&heddle_sc.begin);
  for (;;) {
    heddle_sched_idle("end of the evaluation phase");
    if (heddle_sched_uses("sc_stop") && heddle_sc.stop) break;
    heddle_sched_update(HEDDLE_SC_CHANNELS);
    heddle_sched_each(HEDDLE_SC_EVENTS, heddle_sc_delta);
    if (heddle_sc_uses_timers()) heddle_sched_each(0, heddle_sc_delta_timer);
    if (!heddle_sched_ready() && !heddle_sc_timed_phase()) break;
  }
  heddle_sc_finish();
}

/* Runs the simulation until nothing is pending, or until sc_stop. */
static inline void sc_start(void)
{
  heddle_sched_serve(systemc);
  heddle_sched_until(&heddle_sc.over);
}

static inline void sc_stop(void) { heddle_sc.stop = 1; }
static inline sc_time sc_time_stamp(void) { return heddle_sc.now; }

#endif
