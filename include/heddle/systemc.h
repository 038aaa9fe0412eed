/* heddle/systemc.h - SystemC's processes, events and channels, as C. (C++: <systemc.h>, heddle/systemc.hpp.)
 *
 *   sc_event done;
 *   void producer(void *module) { ...; sc_wait(); ...; sc_notify_delta(&done); ... }
 *   int main(void) { sc_sensitive(sc_thread(producer, 0), &done); sc_start(); }
 *
 * Events and channels are global variables (or parts of them), zeroed. */
#ifndef HEDDLE_SYSTEMC_H
#define HEDDLE_SYSTEMC_H

#include <heddle/systemc_kernel.h>

typedef heddle_sc_time sc_time;
#define SC_ZERO_TIME 0u
typedef heddle_sc_event sc_event;
typedef heddle_sc_process sc_process;

static inline void sc_notify(sc_event *event) { heddle_sc_notify(event); }
static inline void sc_notify_delta(sc_event *event) { heddle_sc_notify_delta(event); }
static inline void sc_notify_at(sc_event *event, sc_time in) { heddle_sc_notify_at(event, in); }
static inline void sc_cancel(sc_event *event) { heddle_sc_cancel(event); }

static inline void sc_wait(void) { heddle_sc_wait(); }
static inline void sc_wait_event(sc_event *event) { heddle_sc_wait_event(event); }
static inline void sc_wait_time(sc_time in) { heddle_sc_wait_time(in); }
static inline int sc_wait_time_event(sc_time in, sc_event *event) { return heddle_sc_wait_time_event(in, event); }
static inline void sc_wait_any(int n, sc_event **events) { heddle_sc_wait_any(n, events); }
static inline void sc_wait_all(int n, sc_event **events) { heddle_sc_wait_all(n, events); }
static inline int sc_wait_either(sc_event *first, sc_event *second)
{
  return heddle_sched_wait_either(&first->signal, &second->signal);
}
static inline void sc_wait_both(sc_event *first, sc_event *second)
{
  heddle_sched_arm(&first->signal);
  heddle_sched_arm(&second->signal);
  do heddle_sched_block();
  while (heddle_sched_armed(&first->signal) || heddle_sched_armed(&second->signal));
}

static inline sc_process sc_thread(void (*run)(void *), void *module) { return heddle_sc_new_thread(run, module); }
static inline sc_process sc_method(void (*run)(void *), void *module) { return heddle_sc_new_method(run, module); }
static inline void sc_sensitive(sc_process process, sc_event *event) { heddle_sc_sensitive(process, event, 0); }
static inline void sc_dont_initialize(sc_process process) { heddle_sc_dont_initialize(process); }
static inline void sc_next_trigger_event(sc_event *event) { heddle_sc_next_trigger_event(event); }
static inline void sc_next_trigger_time(sc_time in) { heddle_sc_next_trigger_time(in); }

/* --- channels ---------------------------------------------------------------------------------------- */

typedef struct {
  unsigned char requested;
} sc_channel;

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
  heddle_sched_list(HEDDLE_SC_EVENTS, &signal->changed, "heddle_sc_event");
  signal->next = value;
  heddle_sched_list_update(HEDDLE_SC_CHANNELS, signal, heddle_sc_update_signal, "sc_signal");
  signal->channel.requested = 1;
}

/* --- the simulation -------------------------------------------------------------------------------------- */

/* Until nothing is pending, or until sc_stop. */
static inline void sc_start(void) { heddle_sc_simulate(); }
static inline void sc_stop(void) { heddle_sc_stop(); }
static inline sc_time sc_time_stamp(void) { return heddle_sc_time_stamp(); }

#endif
