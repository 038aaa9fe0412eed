/* heddle/systemc.hpp - SystemC as it is written in C++ (IEEE 1666-2011), for the verifier: <systemc.h> and <systemc>.
 *
 * Modules, ports and channels are objects of the program, whose constructors put the design together before
 * sc_start; the scheduler is heddle/systemc_kernel.h. Where the standard has virtual functions for its own channels,
 * these have none: what a port is bound to is then known, and the model stays small. So the standard's channels cannot
 * be derived from, which the compiler says. Interfaces, channels and modules of a program are what they are in C++.
 *
 * What is not declared here is not supported: TLM, sc_spawn, reset signals, sc_logic, sc_bv, fixed-point
 * numbers, numbers of more than 64 bits. */
#ifndef HEDDLE_SYSTEMC_HPP
#define HEDDLE_SYSTEMC_HPP

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
#include <heddle/systemc_kernel.h>

#define SYSTEMC_VERSION 20221128
#define IEEE_1666_SYSTEMC 201101L

namespace sc_core {

/* --- time ---------------------------------------------------------------------------------------------- */

enum sc_time_unit { SC_FS = 0, SC_PS, SC_NS, SC_US, SC_MS, SC_SEC };

/* A number of picoseconds, the standard's resolution unless a program sets another, which is not supported. */
class sc_time {
  heddle_sc_time ps;
  static constexpr heddle_sc_time unit(sc_time_unit u)
  {
    return u == SC_SEC ? 1000000000000ull
           : u == SC_MS ? 1000000000ull
           : u == SC_US ? 1000000ull
           : u == SC_NS ? 1000ull
                        : 1ull;
  }
  static heddle_sc_time scaled(double v, sc_time_unit u)
  {
    return u == SC_FS ? (heddle_sc_time)(v / 1000 + 0.5) : (heddle_sc_time)(v * (double)unit(u) + 0.5);
  }
  static heddle_sc_time scaled(heddle_sc_time v, sc_time_unit u) { return u == SC_FS ? (v + 500) / 1000 : v * unit(u); }

public:
  constexpr sc_time() : ps(0) {}
  sc_time(int v, sc_time_unit u) : ps(scaled((heddle_sc_time)v, u)) {}
  sc_time(unsigned v, sc_time_unit u) : ps(scaled((heddle_sc_time)v, u)) {}
  sc_time(long v, sc_time_unit u) : ps(scaled((heddle_sc_time)v, u)) {}
  sc_time(unsigned long v, sc_time_unit u) : ps(scaled((heddle_sc_time)v, u)) {}
  sc_time(double v, sc_time_unit u) : ps(scaled(v, u)) {}
  static sc_time from_value(heddle_sc_time v)
  {
    sc_time t;
    t.ps = v;
    return t;
  }
  heddle_sc_time value() const { return ps; }
  double to_double() const { return (double)ps; }
  double to_seconds() const { return (double)ps / 1e12; }
  bool operator==(const sc_time &t) const { return ps == t.ps; }
  bool operator!=(const sc_time &t) const { return ps != t.ps; }
  bool operator<(const sc_time &t) const { return ps < t.ps; }
  bool operator<=(const sc_time &t) const { return ps <= t.ps; }
  bool operator>(const sc_time &t) const { return ps > t.ps; }
  bool operator>=(const sc_time &t) const { return ps >= t.ps; }
  sc_time &operator+=(const sc_time &t) { return ps += t.ps, *this; }
  sc_time &operator-=(const sc_time &t) { return ps -= t.ps, *this; }
  sc_time &operator%=(const sc_time &t) { return ps %= t.ps, *this; }
  std::string to_string() const { return std::string(); }
};
inline sc_time operator+(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() + b.value()); }
inline sc_time operator-(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() - b.value()); }
inline sc_time operator%(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() % b.value()); }
inline sc_time operator*(const sc_time &a, int b) { return sc_time::from_value(a.value() * (heddle_sc_time)b); }
inline sc_time operator*(int a, const sc_time &b) { return b * a; }
inline sc_time operator*(const sc_time &a, double b)
{
  return sc_time::from_value((heddle_sc_time)((double)a.value() * b + 0.5));
}
inline sc_time operator*(double a, const sc_time &b) { return b * a; }
inline sc_time operator/(const sc_time &a, int b) { return sc_time::from_value(a.value() / (heddle_sc_time)b); }
inline sc_time operator/(const sc_time &a, double b)
{
  return sc_time::from_value((heddle_sc_time)((double)a.value() / b + 0.5));
}
inline double operator/(const sc_time &a, const sc_time &b) { return a.to_double() / b.to_double(); }
inline std::ostream &operator<<(std::ostream &out, const sc_time &) { return out; }
inline const sc_time SC_ZERO_TIME;

/* --- events -------------------------------------------------------------------------------------------- */

inline void heddle_sc_in_process()
{
  if (!heddle_sched_self()) heddle_sched_unsupported("an immediate notification outside of a process");
}

class sc_event;
struct sc_event_or_list : ::heddle_sc_events {
  sc_event_or_list() { heddle_sc_init_events(this); }
  inline sc_event_or_list &operator|=(const sc_event &event);
};
struct sc_event_and_list : ::heddle_sc_events {
  sc_event_and_list() { heddle_sc_init_events(this); }
  inline sc_event_and_list &operator&=(const sc_event &event);
};
typedef sc_event_or_list sc_event_or_expr;
typedef sc_event_and_list sc_event_and_expr;

class sc_event {
  heddle_sc_event heddle;

public:
  sc_event() { heddle_sc_init_event(&heddle); }
  explicit sc_event(const char *) : sc_event() {}
  sc_event(const sc_event &) = delete;
  sc_event &operator=(const sc_event &) = delete;
  heddle_sc_event *heddle_event() const { return const_cast<heddle_sc_event *>(&heddle); }
  void notify()
  {
    heddle_sc_in_process();
    heddle_sc_notify(&heddle);
  }
  void notify(const sc_time &t) { heddle_sc_notify_at(&heddle, t.value()); }
  template <class N> void notify(N v, sc_time_unit u) { notify(sc_time(v, u)); }
  void notify_delayed() { heddle_sc_notify_delta(&heddle); }
  void notify_delayed(const sc_time &t) { notify(t); }
  void cancel() { heddle_sc_cancel(&heddle); }
  const char *name() const { return ""; }
  sc_event_or_list operator|(const sc_event &other) const
  {
    sc_event_or_list both;
    both.e0 = heddle_event();
    both.e1 = other.heddle_event();
    return both;
  }
  sc_event_and_list operator&(const sc_event &other) const
  {
    sc_event_and_list both;
    both.e0 = heddle_event();
    both.e1 = other.heddle_event();
    return both;
  }
};
inline sc_event_or_list &sc_event_or_list::operator|=(const sc_event &event)
{
  heddle_sc_add(this, event.heddle_event());
  return *this;
}
inline sc_event_and_list &sc_event_and_list::operator&=(const sc_event &event)
{
  heddle_sc_add(this, event.heddle_event());
  return *this;
}
inline sc_event_or_list operator|(sc_event_or_list list, const sc_event &event) { return list |= event; }
inline sc_event_and_list operator&(sc_event_and_list list, const sc_event &event) { return list &= event; }

/* --- waiting ------------------------------------------------------------------------------------------- */

inline void wait() { heddle_sc_wait(); }
inline void wait(int n)
{
  for (int i = 0; i < n; i++) heddle_sc_wait();
}
inline void wait(const sc_event &e) { heddle_sc_wait_event(e.heddle_event()); }
inline void wait(const sc_event_or_list &e) { heddle_sc_wait_any_of(&e); }
inline void wait(const sc_event_and_list &e) { heddle_sc_wait_all_of(&e); }
inline void wait(const sc_time &t) { heddle_sc_wait_time(t.value()); }
template <class N> inline void wait(N v, sc_time_unit u) { wait(sc_time(v, u)); }

inline void wait(const sc_time &t, const sc_event &e) { heddle_sc_wait_time_event(t.value(), e.heddle_event()); }
template <class N> inline void wait(N v, sc_time_unit u, const sc_event &e) { wait(sc_time(v, u), e); }
inline void wait(const sc_time &t, const sc_event_or_list &e)
{
  sc_event_or_list all = e;
  heddle_sc_process self = heddle_sc_self();
  heddle_sc_add(&all, &self->timer);
  heddle_sc_set_timer(self, t.value());
  heddle_sc_wait_any_of(&all);
  self->timer.pending = HEDDLE_SC_NONE;
}
template <class N> inline void wait(N v, sc_time_unit u, const sc_event_or_list &e) { wait(sc_time(v, u), e); }

inline void next_trigger(const sc_event &e) { heddle_sc_next_trigger_event(e.heddle_event()); }
inline void next_trigger(const sc_time &t) { heddle_sc_next_trigger_time(t.value()); }
template <class N> inline void next_trigger(N v, sc_time_unit u) { next_trigger(sc_time(v, u)); }
inline void next_trigger(const sc_time &t, const sc_event &e)
{
  next_trigger(e);
  next_trigger(t);
}

/* --- the simulation -------------------------------------------------------------------------------------- */

enum sc_stop_mode { SC_STOP_FINISH_DELTA, SC_STOP_IMMEDIATE };
enum sc_starvation_policy { SC_EXIT_ON_STARVATION, SC_RUN_TO_TIME };
enum sc_status { SC_ELABORATION = 1, SC_RUNNING = 16, SC_PAUSED = 32, SC_STOPPED = 64 };

inline void sc_start() { heddle_sc_run(); }
inline void sc_start(const sc_time &t)
{
  if (t == SC_ZERO_TIME)
    heddle_sc_run_delta();
  else
    heddle_sc_run_for(t.value());
}
template <class N> inline void sc_start(N v, sc_time_unit u) { sc_start(sc_time(v, u)); }
inline void sc_stop() { heddle_sc_stop(); }
inline sc_time sc_time_stamp() { return sc_time::from_value(heddle_sc_time_stamp()); }
inline bool sc_is_running() { return heddle_sched_self() != 0; }
inline bool sc_end_of_simulation_invoked() { return heddle_sc.stop; }

/* --- modules --------------------------------------------------------------------------------------------- */

class sc_module_name {
  const char *text;

public:
  sc_module_name(const char *name) : text(name) {}
  operator const char *() const { return text; }
};
inline const char *sc_gen_unique_name(const char *base) { return base; }

class sc_object {
  const char *text;

public:
  explicit sc_object(const char *name = "") : text(name) {}
  const char *name() const { return text; }
  const char *basename() const { return text; }
  virtual const char *kind() const { return "sc_object"; }
  virtual ~sc_object() {}
};

/* Without virtual functions: constructors of classes with a virtual base that has some store its table at a distance
 * that they look up, which could then be anywhere in the object. */
class sc_interface {
protected:
  sc_interface() {}
  ~sc_interface() {}
};

/* An event of a port is known when the port is bound: where it will be found. */
struct sc_event_finder {
  heddle_sc_event **place;
};

class heddle_sc_sensitivity {
public:
  heddle_sc_process process = 0;
  heddle_sc_sensitivity &add(heddle_sc_event *event, heddle_sc_event **late)
  {
    heddle_sc_sensitive(process, event, late);
    return *this;
  }
  heddle_sc_sensitivity &operator<<(const sc_event &e) { return add(e.heddle_event(), 0); }
  heddle_sc_sensitivity &operator<<(sc_event_finder f) { return add(0, f.place); }
  template <class T> auto operator<<(const T &what) -> decltype(what.heddle_default(), *this)
  {
    return *this << what.heddle_default();
  }
};

class sc_module : public sc_object {
public:
  const char *kind() const override { return "sc_module"; }
  virtual void before_end_of_elaboration() final {}
  virtual void end_of_elaboration() final {}
  virtual void start_of_simulation() final {}
  virtual void end_of_simulation() final {}

protected:
  heddle_sc_sensitivity sensitive;
  sc_module() {}
  sc_module(const sc_module_name &name) : sc_object(name) {}
  void heddle_sc_add_thread(void (*run)(void *), void *module) { sensitive.process = heddle_sc_new_thread(run, module); }
  void heddle_sc_add_method(void (*run)(void *), void *module) { sensitive.process = heddle_sc_new_method(run, module); }
  template <class Edge> void heddle_sc_add_clocked(void (*run)(void *), void *module, const Edge &edge)
  {
    heddle_sc_add_thread(run, module);
    sensitive << edge;
    dont_initialize();
  }
  void dont_initialize() { heddle_sc_dont_initialize(sensitive.process); }
  void set_stack_size(unsigned long) {}
  template <class... A> void wait(const A &...a) { ::sc_core::wait(a...); }
  template <class... A> void next_trigger(const A &...a) { ::sc_core::next_trigger(a...); }
};
typedef sc_module sc_channel;
typedef sc_module sc_behavior;

#define SC_MODULE(name) struct name : ::sc_core::sc_module
#define SC_HAS_PROCESS(name) typedef name SC_CURRENT_USER_MODULE
#define SC_CTOR(name)            \
  typedef name SC_CURRENT_USER_MODULE; \
  name(::sc_core::sc_module_name)
/* A function for each process that calls it by its name: through a pointer to a member it would be one of many. */
#define HEDDLE_SC_PROCESS(f, add, ...)                                                      \
  do {                                                                                      \
    struct heddle_sc_process_of {                                                           \
      static void f(void *module) { static_cast<SC_CURRENT_USER_MODULE *>(module)->f(); }   \
    };                                                                                      \
    SC_CURRENT_USER_MODULE *heddle_sc_module = this;                                        \
    this->add(heddle_sc_process_of::f, heddle_sc_module, ##__VA_ARGS__);                    \
  } while (0)
#define SC_THREAD(f) HEDDLE_SC_PROCESS(f, heddle_sc_add_thread)
#define SC_METHOD(f) HEDDLE_SC_PROCESS(f, heddle_sc_add_method)
#define SC_CTHREAD(f, edge) HEDDLE_SC_PROCESS(f, heddle_sc_add_clocked, edge)

/* --- channels -------------------------------------------------------------------------------------------- */

/* Who asked for an update, and how it is done. */
struct heddle_sc_channel {
  unsigned char requested;
  void *owner;
  void (*update)(void *owner);
};
inline void heddle_sc_update(void *channel)
{
  heddle_sc_channel *c = static_cast<heddle_sc_channel *>(channel);
  c->update(c->owner);
}
inline void heddle_sc_request(heddle_sc_channel *channel)
{
  heddle_sched_list_update(HEDDLE_SC_CHANNELS, channel, heddle_sc_update, "sc_core::heddle_sc_channel");
  channel->requested = 1;
}
inline void heddle_sc_list(sc_event &event)
{
  heddle_sched_list(HEDDLE_SC_EVENTS, event.heddle_event(), "heddle_sc_event");
}

class sc_prim_channel : public sc_object {
  heddle_sc_channel request;
  static void call(void *owner) { static_cast<sc_prim_channel *>(owner)->update(); }

protected:
  sc_prim_channel() : request{0, this, call} {}
  explicit sc_prim_channel(const char *name) : sc_object(name), request{0, this, call} {}
  void request_update() { heddle_sc_request(&request); }
  virtual void update() {}
  template <class... A> void wait(const A &...a) { ::sc_core::wait(a...); }
};

enum sc_writer_policy { SC_ONE_WRITER, SC_MANY_WRITERS, SC_UNCHECKED_WRITERS };

template <class T, sc_writer_policy P = SC_ONE_WRITER> class sc_signal;
template <class T> class sc_buffer;
class sc_clock;

/* The events of a signal: of bool also its edges. */
template <class T> struct heddle_sc_edges {
  void notify(const T &) {}
  void list() {}
};
template <> struct heddle_sc_edges<bool> {
  sc_event pos, neg;
  void notify(bool value) { (value ? pos : neg).heddle_event()->pending = HEDDLE_SC_DELTA; }
  void list()
  {
    heddle_sc_list(pos);
    heddle_sc_list(neg);
  }
};

/* A signal as its ports see it. */
template <class T> class sc_signal_in_if {
  template <class, sc_writer_policy> friend class sc_signal;
  template <class> friend class sc_buffer;
  friend class sc_clock;
  heddle_sc_channel request;
  bool always; /* a buffer: every write is an event */
  T current, next;

  sc_signal_in_if(bool buffer, const T &value)
      : request{0, this, update}, always(buffer), current(value), next(value), heddle_edges()
  {
  }
  static void update(void *owner)
  {
    sc_signal_in_if *s = static_cast<sc_signal_in_if *>(owner);
    bool changed = !(s->current == s->next);
    if (!changed && !s->always) return;
    s->current = s->next;
    s->changed.heddle_event()->pending = HEDDLE_SC_DELTA; /* listed by who wrote the signal */
    if (changed) s->heddle_edges.notify(s->current);
  }

public:
  sc_event changed;
  heddle_sc_edges<T> heddle_edges;
  sc_signal_in_if(const sc_signal_in_if &) = delete;
  const T &read() const { return current; }
  const T &get_data_ref() const { return current; }
  operator const T &() const { return current; }
  void write(const T &value)
  {
    heddle_sc_list(changed);
    heddle_edges.list();
    next = value;
    heddle_sc_request(&request);
  }
  const sc_event &default_event() const { return changed; }
  const sc_event &value_changed_event() const { return changed; }
  const sc_event &heddle_default() const { return changed; }
  const sc_event &posedge_event() const { return heddle_edges.pos; }
  const sc_event &negedge_event() const { return heddle_edges.neg; }
};
template <class T> using sc_signal_inout_if = sc_signal_in_if<T>;
template <class T> using sc_signal_write_if = sc_signal_in_if<T>;
template <class T> using sc_signal_out_if = sc_signal_in_if<T>;

template <class T, sc_writer_policy P> class sc_signal final : public sc_signal_in_if<T> {
  const char *text = "";

public:
  sc_signal() : sc_signal_in_if<T>(false, T()) {}
  explicit sc_signal(const char *name) : sc_signal_in_if<T>(false, T()), text(name) {}
  sc_signal(const char *name, const T &value) : sc_signal_in_if<T>(false, value), text(name) {}
  sc_signal &operator=(const T &value)
  {
    this->write(value);
    return *this;
  }
  sc_signal &operator=(const sc_signal_in_if<T> &other)
  {
    this->write(other.read());
    return *this;
  }
  sc_signal &operator=(const sc_signal &other)
  {
    this->write(other.read());
    return *this;
  }
  const char *name() const { return text; }
};

template <class T> class sc_buffer final : public sc_signal_in_if<T> {
public:
  sc_buffer() : sc_signal_in_if<T>(true, T()) {}
  explicit sc_buffer(const char *) : sc_signal_in_if<T>(true, T()) {}
  sc_buffer &operator=(const T &value)
  {
    this->write(value);
    return *this;
  }
};

class sc_clock final : public sc_signal_in_if<bool> {
  sc_time whole, high, start;
  bool first;
  static void run(void *clock)
  {
    sc_clock *c = static_cast<sc_clock *>(clock);
    bool value = c->first;
    wait(c->start);
    for (;;) {
      c->write(value);
      wait(value ? c->high : c->whole - c->high);
      value = !value;
    }
  }
  void begin() { heddle_sc_new_thread(run, this); }

public:
  explicit sc_clock(const char * = "") : sc_clock("", sc_time(1, SC_NS)) {}
  sc_clock(const char *, const sc_time &period)
      : sc_signal_in_if<bool>(false, false), whole(period), high(period / 2), first(true)
  {
    begin();
  }
  sc_clock(const char *, const sc_time &period, double duty, const sc_time &begins = sc_time(), bool positive = true)
      : sc_signal_in_if<bool>(false, !positive), whole(period), high(period * duty), start(begins), first(positive)
  {
    begin();
  }
  template <class N> sc_clock(const char *name, N v, sc_time_unit u) : sc_clock(name, sc_time(v, u)) {}
  template <class N> sc_clock(const char *name, N v, sc_time_unit u, double duty) : sc_clock(name, sc_time(v, u), duty) {}
  template <class N, class M>
  sc_clock(const char *name, N v, sc_time_unit u, double duty, M s, sc_time_unit su, bool positive = true)
      : sc_clock(name, sc_time(v, u), duty, sc_time(s, su), positive)
  {
  }
  const sc_time &period() const { return whole; }
};

/* What is written can be read after the update phase, and a place that is read is free then. */
template <class T> class sc_fifo final {
  heddle_sc_channel request;
  int size, readable, n_read, n_written, first;
  T *places;
  sc_event written, taken;

  static void update(void *owner)
  {
    sc_fifo *f = static_cast<sc_fifo *>(owner);
    if (f->n_read > 0) f->taken.heddle_event()->pending = HEDDLE_SC_DELTA;
    if (f->n_written > 0) f->written.heddle_event()->pending = HEDDLE_SC_DELTA;
    f->readable += f->n_written - f->n_read;
    f->n_read = f->n_written = 0;
  }
  void ask_for_update()
  {
    heddle_sc_list(written);
    heddle_sc_list(taken);
    heddle_sc_request(&request);
  }

public:
  explicit sc_fifo(int places_ = 16)
      : request{0, this, update}, size(places_), readable(0), n_read(0), n_written(0), first(0), places(new T[places_]())
  {
  }
  explicit sc_fifo(const char *, int places_ = 16) : sc_fifo(places_) {}
  sc_fifo(const sc_fifo &) = delete;
  ~sc_fifo() { delete[] places; }
  int num_available() const { return readable - n_read; }
  int num_free() const { return size - readable - n_written; }
  const sc_event &data_written_event() const { return written; }
  const sc_event &data_read_event() const { return taken; }
  const sc_event &heddle_default() const { return written; }
  bool nb_read(T &value)
  {
    if (num_available() == 0) return false;
    value = places[first];
    first = first + 1 == size ? 0 : first + 1;
    n_read++;
    ask_for_update();
    return true;
  }
  bool nb_write(const T &value)
  {
    if (num_free() == 0) return false;
    int last = first + num_available() + n_written;
    places[last >= size ? last - size : last] = value;
    n_written++;
    ask_for_update();
    return true;
  }
  void read(T &value)
  {
    while (num_available() == 0) wait(written);
    nb_read(value);
  }
  T read()
  {
    T value;
    read(value);
    return value;
  }
  void write(const T &value)
  {
    while (num_free() == 0) wait(taken);
    nb_write(value);
  }
  operator T() { return read(); }
  sc_fifo &operator=(const T &value)
  {
    write(value);
    return *this;
  }
};
template <class T> using sc_fifo_in_if = sc_fifo<T>;
template <class T> using sc_fifo_out_if = sc_fifo<T>;
template <class T> using sc_fifo_nonblocking_in_if = sc_fifo<T>;
template <class T> using sc_fifo_blocking_in_if = sc_fifo<T>;
template <class T> using sc_fifo_nonblocking_out_if = sc_fifo<T>;
template <class T> using sc_fifo_blocking_out_if = sc_fifo<T>;

class sc_mutex final {
  sc_event freed;
  heddle_sc_process owner;

public:
  sc_mutex() : owner(0) {}
  explicit sc_mutex(const char *) : owner(0) {}
  int trylock()
  {
    if (owner) return -1;
    owner = heddle_sc_self();
    return 0;
  }
  int lock()
  {
    while (owner) wait(freed);
    return trylock();
  }
  int unlock()
  {
    if (owner != heddle_sc_self()) return -1;
    owner = 0;
    freed.notify();
    return 0;
  }
};
using sc_mutex_if = sc_mutex;

class sc_semaphore final {
  sc_event freed;
  int value;

public:
  explicit sc_semaphore(int first) : value(first) {}
  sc_semaphore(const char *, int first) : value(first) {}
  int trywait()
  {
    if (value <= 0) return -1;
    value--;
    return 0;
  }
  int wait()
  {
    while (value <= 0) sc_core::wait(freed);
    return trywait();
  }
  int post()
  {
    value++;
    freed.notify();
    return 0;
  }
  int get_value() const { return value; }
};
using sc_semaphore_if = sc_semaphore;

/* --- ports ----------------------------------------------------------------------------------------------- */

enum sc_port_policy { SC_ONE_OR_MORE_BOUND, SC_ZERO_OR_MORE_BOUND, SC_ALL_BOUND };

/* What a port is bound to, and the ports of modules inside that are bound to it: they get its channel when it has one. */
struct heddle_sc_port {
  void *channel = 0;
  heddle_sc_event *event = 0, *pos = 0, *neg = 0;
  heddle_sc_port *inner = 0, *next = 0; /* the first of those inside; the next one of the same port */
};

/* Loops within each other, for modules in modules, since a function that calls itself would have a bound. */
template <int depth> inline void heddle_sc_hand_on(const heddle_sc_port *from)
{
  for (heddle_sc_port *p = from->inner; p; p = p->next) {
    p->channel = from->channel;
    p->event = from->event;
    p->pos = from->pos;
    p->neg = from->neg;
    if constexpr (depth > 1)
      heddle_sc_hand_on<depth - 1>(p);
    else if (p->inner)
      heddle_sched_unsupported("ports of more than four modules, one in the other");
  }
}
inline void heddle_sc_bind_port(heddle_sc_port *inner, heddle_sc_port *outer)
{
  inner->next = outer->inner;
  outer->inner = inner;
  if (outer->channel) heddle_sc_hand_on<3>(outer);
}

/* The events of what a port is bound to, where there are such. */
template <class IF> inline void heddle_sc_events_of(heddle_sc_port *, IF *) {}
template <class T> inline void heddle_sc_events_of(heddle_sc_port *port, sc_signal_in_if<T> *s)
{
  port->event = s->changed.heddle_event();
}
template <> inline void heddle_sc_events_of(heddle_sc_port *port, sc_signal_in_if<bool> *s)
{
  port->event = s->changed.heddle_event();
  port->pos = s->heddle_edges.pos.heddle_event();
  port->neg = s->heddle_edges.neg.heddle_event();
}

/* Declared for what has a default event; a process cannot be sensitive to other ports. */
template <class T> void heddle_sc_has_event(sc_signal_in_if<T> *);

template <class IF> class heddle_sc_port_to {
protected:
  heddle_sc_port port;

public:
  typedef IF if_type;
  heddle_sc_port_to() {}
  heddle_sc_port_to(const heddle_sc_port_to &) = delete;
  heddle_sc_port *heddle_port() { return &port; }
  void bind(IF &channel)
  {
    port.channel = &channel;
    heddle_sc_events_of(&port, &channel);
    heddle_sc_hand_on<3>(&port);
  }
  void bind(heddle_sc_port_to<IF> &outer) { heddle_sc_bind_port(&port, outer.heddle_port()); }
  void operator()(IF &channel) { bind(channel); }
  void operator()(heddle_sc_port_to<IF> &outer) { bind(outer); }
  IF *get_interface() const { return static_cast<IF *>(port.channel); }
  IF *operator->() const { return get_interface(); }
  IF &operator*() const { return *get_interface(); }
  int size() const { return port.channel != 0; }
  template <class X = IF> auto heddle_default() const -> decltype(heddle_sc_has_event((X *)0), sc_event_finder())
  {
    return sc_event_finder{const_cast<heddle_sc_event **>(&port.event)};
  }
};

template <class IF, int N = 1, sc_port_policy P = SC_ONE_OR_MORE_BOUND> class sc_port : public heddle_sc_port_to<IF> {
  static_assert(N == 1, "a port that is bound to several channels is not supported");

public:
  sc_port() {}
  explicit sc_port(const char *) {}
};

template <class IF> class sc_export {
  IF *channel = 0;

public:
  sc_export() {}
  explicit sc_export(const char *) {}
  void bind(IF &to) { channel = &to; }
  void operator()(IF &to) { bind(to); }
  operator IF &() { return *channel; }
  IF *operator->() const { return channel; }
  IF *get_interface() const { return channel; }
};

template <class T> class sc_in : public heddle_sc_port_to<sc_signal_in_if<T>> {
public:
  sc_in() {}
  explicit sc_in(const char *) {}
  const T &read() const { return this->get_interface()->read(); }
  operator const T &() const { return read(); }
  const sc_event &default_event() const { return this->get_interface()->default_event(); }
  const sc_event &value_changed_event() const { return default_event(); }
  const sc_event &posedge_event() const { return this->get_interface()->posedge_event(); }
  const sc_event &negedge_event() const { return this->get_interface()->negedge_event(); }
  sc_event_finder value_changed() const { return this->heddle_default(); }
  sc_event_finder pos() const { return sc_event_finder{const_cast<heddle_sc_event **>(&this->port.pos)}; }
  sc_event_finder neg() const { return sc_event_finder{const_cast<heddle_sc_event **>(&this->port.neg)}; }
};

template <class T> class sc_inout : public sc_in<T> {
public:
  sc_inout() {}
  explicit sc_inout(const char *) {}
  void write(const T &value) { this->get_interface()->write(value); }
  sc_inout &operator=(const T &value)
  {
    write(value);
    return *this;
  }
  sc_inout &operator=(const sc_in<T> &other)
  {
    write(other.read());
    return *this;
  }
  sc_inout &operator=(const sc_inout &other)
  {
    write(other.read());
    return *this;
  }
  sc_inout &operator=(const sc_signal_in_if<T> &other)
  {
    write(other.read());
    return *this;
  }
};
template <class T> class sc_out : public sc_inout<T> {
public:
  using sc_inout<T>::operator=;
  sc_out() {}
  explicit sc_out(const char *) {}
  sc_out &operator=(const sc_out &other)
  {
    this->write(other.read());
    return *this;
  }
};
typedef sc_in<bool> sc_in_clk;
typedef sc_inout<bool> sc_inout_clk;
typedef sc_out<bool> sc_out_clk;

template <class T> class sc_fifo_in : public heddle_sc_port_to<sc_fifo<T>> {
public:
  sc_fifo_in() {}
  explicit sc_fifo_in(const char *) {}
  void read(T &value) { this->get_interface()->read(value); }
  T read() { return this->get_interface()->read(); }
  bool nb_read(T &value) { return this->get_interface()->nb_read(value); }
  int num_available() const { return this->get_interface()->num_available(); }
  const sc_event &data_written_event() const { return this->get_interface()->data_written_event(); }
};
template <class T> class sc_fifo_out : public heddle_sc_port_to<sc_fifo<T>> {
public:
  sc_fifo_out() {}
  explicit sc_fifo_out(const char *) {}
  void write(const T &value) { this->get_interface()->write(value); }
  bool nb_write(const T &value) { return this->get_interface()->nb_write(value); }
  int num_free() const { return this->get_interface()->num_free(); }
  const sc_event &data_read_event() const { return this->get_interface()->data_read_event(); }
};

} // namespace sc_core

/* --- numbers --------------------------------------------------------------------------------------------- */

namespace sc_dt {

typedef long long int64;
typedef unsigned long long uint64;

/* Bits of a number, to read and to write: x[3], x.range(7, 4). */
template <class Number> class heddle_sc_bits {
  Number &number;
  int high, low;
  uint64 mask() const { return high - low == 63 ? ~0ull : (1ull << (high - low + 1)) - 1; }

public:
  heddle_sc_bits(Number &n, int h, int l) : number(n), high(h), low(l)
  {
    if (l < 0 || h < l || h >= Number::width) heddle_sched_unsupported("bits that a number does not have, or in reverse");
  }
  uint64 value() const { return (uint64)number.value() >> low & mask(); }
  operator uint64() const { return value(); }
  uint64 to_uint64() const { return value(); }
  unsigned to_uint() const { return (unsigned)value(); }
  int to_int() const { return (int)value(); }
  bool to_bool() const { return value() != 0; }
  heddle_sc_bits &operator=(uint64 bits)
  {
    number = (typename Number::number_type)(((uint64)number.value() & ~(mask() << low)) | (bits & mask()) << low);
    return *this;
  }
  heddle_sc_bits &operator=(const heddle_sc_bits &other) { return *this = other.value(); }
  template <class Other> heddle_sc_bits &operator=(const heddle_sc_bits<Other> &other) { return *this = other.value(); }
};

template <int W, class N> class heddle_sc_number {
  static_assert(W >= 1 && W <= 64, "numbers of more than 64 bits are not supported");
  N bits;
  /* The lowest W bits, with their sign if N has one. */
  static N cut(uint64 v) { return (N)(N)(v << (64 - W)) >> (64 - W); }

public:
  enum { width = W };
  typedef N number_type;
  heddle_sc_number(N v = 0) : bits(cut((uint64)v)) {}
  N value() const { return bits; }
  operator N() const { return bits; }
  void set(N v) { bits = cut((uint64)v); }
  int length() const { return W; }
  int to_int() const { return (int)bits; }
  unsigned to_uint() const { return (unsigned)bits; }
  int64 to_int64() const { return (int64)bits; }
  uint64 to_uint64() const { return (uint64)bits; }
  long to_long() const { return (long)bits; }
  double to_double() const { return (double)bits; }
  bool and_reduce() const { return cut(~(uint64)bits) == 0; }
  bool or_reduce() const { return bits != 0; }
  bool xor_reduce() const { return __builtin_parityll((uint64)bits << (64 - W)); }
};

#define HEDDLE_SC_ASSIGN(op) \
  Self &operator op##=(N v)  \
  {                          \
    this->set(this->value() op v);  \
    return *this;            \
  }
#define HEDDLE_SC_NUMBER(Name, Type)                                                        \
  template <int W> class Name : public heddle_sc_number<W, Type> {                          \
    typedef Name Self;                                                                      \
    typedef Type N;                                                                         \
                                                                                            \
  public:                                                                                   \
    Name(N v = 0) : heddle_sc_number<W, N>(v) {}                                            \
    template <int V, class M> Name(const heddle_sc_number<V, M> &n) : heddle_sc_number<W, N>((N)n.value()) {} \
    template <class O> Name(const heddle_sc_bits<O> &b) : heddle_sc_number<W, N>((N)b.value()) {} \
    Self &operator=(N v)                                                                    \
    {                                                                                       \
      this->set(v);                                                                         \
      return *this;                                                                         \
    }                                                                                       \
    HEDDLE_SC_ASSIGN(+) HEDDLE_SC_ASSIGN(-) HEDDLE_SC_ASSIGN(*) HEDDLE_SC_ASSIGN(/)         \
    HEDDLE_SC_ASSIGN(%) HEDDLE_SC_ASSIGN(&) HEDDLE_SC_ASSIGN(|) HEDDLE_SC_ASSIGN(^)         \
    HEDDLE_SC_ASSIGN(<<) HEDDLE_SC_ASSIGN(>>)                                               \
    Self &operator++() { return *this += 1; }                                               \
    Self &operator--() { return *this -= 1; }                                               \
    Self operator++(int)                                                                    \
    {                                                                                       \
      Self before = *this;                                                                  \
      *this += 1;                                                                           \
      return before;                                                                        \
    }                                                                                       \
    Self operator--(int)                                                                    \
    {                                                                                       \
      Self before = *this;                                                                  \
      *this -= 1;                                                                           \
      return before;                                                                        \
    }                                                                                       \
    heddle_sc_bits<Self> operator[](int i) { return heddle_sc_bits<Self>(*this, i, i); }    \
    bool operator[](int i) const { return range(i, i) != 0; }                               \
    heddle_sc_bits<Self> range(int h, int l) { return heddle_sc_bits<Self>(*this, h, l); }  \
    heddle_sc_bits<Self> operator()(int h, int l) { return range(h, l); }                   \
    uint64 range(int h, int l) const                                                        \
    {                                                                                       \
      Self copy = *this;                                                                    \
      return copy.range(h, l).value();                                                      \
    }                                                                                       \
  };
HEDDLE_SC_NUMBER(sc_int, int64)
HEDDLE_SC_NUMBER(sc_uint, uint64)

/* What the library means otherwise than the language means it here: numbers put together, and the complement of a bit. */
template <int W, class N, class Other> void operator,(const heddle_sc_number<W, N> &, const Other &) = delete;
template <class N, class Other> void operator,(const heddle_sc_bits<N> &, const Other &) = delete;
template <class N> void operator~(const heddle_sc_bits<N> &) = delete;

template <int W, class N> inline std::ostream &operator<<(std::ostream &out, const heddle_sc_number<W, N> &)
{
  return out;
}

} // namespace sc_dt

namespace sc_core {

/* --- reports --------------------------------------------------------------------------------------------- */

#define sc_assert(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, static_cast<const char *>(__func__)))
#define SC_REPORT_INFO(type, text) ((void)(type), (void)(text))
#define SC_REPORT_WARNING(type, text) ((void)(type), (void)(text))
#define SC_REPORT_ERROR(type, text) ((void)(type), (void)(text), exit(1))
#define SC_REPORT_FATAL(type, text) ((void)(type), (void)(text), abort())

class sc_trace_file;
template <class T> inline void sc_trace(sc_trace_file *, const T &, const std::string &) {}
inline sc_trace_file *sc_create_vcd_trace_file(const char *) { return 0; }
inline void sc_close_vcd_trace_file(sc_trace_file *) {}

inline const char *sc_version() { return "SystemC, as heddle models it"; }
inline const char *sc_copyright() { return ""; }

} // namespace sc_core

int sc_main(int argc, char *argv[]);

HEDDLE_SCHED_SHARED int main(int argc, char *argv[])
{
  heddle_sc_prepare();
  return sc_main(argc, argv);
}

#endif
