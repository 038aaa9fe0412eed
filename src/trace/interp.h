/* interp.h - the reference interpreter: what a program means is what this does.
 *
 * A state is where every instance stands and what every variable holds. The interpreter
 * is written to be read, not to be fast; an engine that disagrees with it is wrong.
 *
 * Where the model leaves room: a write outside an array has no effect; of two writes to one
 * element the last counts; only NORMAL locations are atomic; a PRIM edge is never taken. */
#ifndef HD_TRACE_INTERP_H
#define HD_TRACE_INTERP_H

#include "trace/trace.h"

typedef struct hd_state hd_state;

/* The initial state; variables that may start with any value have the trace's values
 * (trace may be NULL), otherwise 0. Borrows p, which must be resolved and indexed. */
hd_state *hd_state_new(const hd_program *p, const hd_trace *initial);
hd_state *hd_state_copy(const hd_state *s);
void hd_state_free(hd_state *s);
bool hd_state_same(const hd_state *a, const hd_state *b);

hd_loc hd_state_loc(const hd_state *s, hd_thread t, uint32_t instance);
uint64_t hd_state_read(const hd_state *s, hd_var v, uint32_t instance, uint64_t index);

/* Is the execution over (an instance at EXIT)? */
bool hd_state_exited(const hd_state *s);
/* May this instance move at all, given the instances at atomic locations? */
bool hd_state_may_run(const hd_state *s, hd_thread t, uint32_t instance);
/* Is this edge out of the instance's location enabled now? */
bool hd_state_enabled(const hd_state *s, hd_thread t, uint32_t instance, hd_edge e);
/* No instance can take a step, the execution has not exited, and some instance that was
 * started (or main) has not finished. Not where the program itself ends (UNSUPPORTED, BOUND). */
bool hd_state_deadlocked(const hd_state *s);

/* What a step did, for printing. */
typedef struct {
  hd_var var;
  uint64_t index;
  bool write;
  uint64_t value, before; /* of a write: the old value too */
} hd_event;

typedef enum { HD_STEP_OK, HD_STEP_DISABLED, HD_STEP_VIOLATED } hd_step_result;

/* Takes one step. DISABLED changes nothing. VIOLATED: the ASSERT edge's condition was
 * false; the instance stays where it was. events may be NULL. */
typedef HD_VEC(hd_event) hd_events;
hd_step_result hd_state_step(hd_state *s, const hd_step *step, hd_events *events);

/* A data race now: two started instances both stand before (enabled) conflicting accesses to
 * one element of the user's shared memory, one of them a write, one PLAIN and neither SYNC.
 * One of the two may run: an instance in an atomic section and one outside it can race. */
typedef struct {
  hd_thread thread[2];
  uint32_t instance[2];
  hd_edge edge[2];
  hd_var var;
  uint64_t index;
} hd_race;
bool hd_state_find_race(const hd_state *s, hd_race *race);

/* How a trace ends. */
typedef enum {
  HD_END_NOWHERE,   /* all steps taken, nothing special */
  HD_END_STUCK,     /* a step was not possible; `at` says which */
  HD_END_VIOLATION, /* the last step violates its assertion */
  HD_END_RACE,
  HD_END_DEADLOCK,
  HD_END_UNSUPPORTED, /* an UNSUPPORTED or BOUND location was reached */
} hd_end;

/* The end of a trace that violates the property. */
hd_end hd_violating_end(hd_property property);
/* What is wrong with the state itself: a race, a deadlock, if the property is about them, or NOWHERE. */
hd_end hd_state_end(const hd_state *s, hd_property property, hd_race *race);

typedef struct {
  hd_end end;
  uint32_t at;  /* steps taken before the end: for STUCK and VIOLATION the number of the step itself */
  hd_race race; /* RACE */
} hd_replay;

/* Executes the trace on the program and says how it ends for this property: at the first
 * violation or race, though steps may follow; in a deadlock after the last step. Only this
 * function's answer makes an `unsafe`. */
hd_replay hd_trace_replay(const hd_program *p, const hd_trace *t, hd_property property);

/* Random runs, for tests and for sampling: by `seed`, chooses among what is enabled, uniformly
 * or by priorities of the instances, and inputs; up to max_steps; the trace taken, and how it ended. */
hd_trace *hd_random_run(const hd_program *p, hd_property property, uint64_t seed, uint32_t max_steps, hd_replay *how);

/* The same with small inputs and initial values: all of them 0; 0 or 1; sometimes, or always, another trace's. */
typedef struct {
  enum { HD_SMALL_ZERO, HD_SMALL_BIT, HD_SMALL_MIXED, HD_SMALL_LIKE, HD_SMALL_COUNT } way;
  const hd_trace *like;
} hd_small_inputs;
hd_trace *hd_random_small_run(const hd_program *p, hd_property property, const hd_small_inputs *small, uint64_t seed,
                              uint32_t max_steps, hd_replay *how);

#endif
