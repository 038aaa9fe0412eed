/* state.h - inside the interpreter: how a state lies in memory.
 *
 * Instances are numbered through, thread by thread: `first[t] + instance`. A variable's
 * elements lie together at `offset[v]`; a local's are there once for each instance of its
 * thread. Two states of one program are equal when their numbers are. */
#ifndef HD_TRACE_STATE_H
#define HD_TRACE_STATE_H

#include <stdatomic.h>

#include "trace/interp.h"

typedef struct {
  hd_thread thread;
  uint32_t instance;
} hd_who;

/* The same for every state that was copied from one. */
typedef struct {
  const hd_program *p;
  atomic_uint users;
  uint32_t n_who;
  hd_who *who;     /* by number */
  uint32_t *first; /* by thread */
  size_t *offset;  /* by variable */
  size_t n_values;
} hd_layout;

struct hd_state {
  hd_layout *layout;
  hd_loc *locs; /* by instance number */
  uint64_t *values;
};

static inline const hd_program *hd_state_program(const hd_state *s)
{
  return s->layout->p;
}

/* Where the element is kept, or NULL outside the array. */
uint64_t *hd_state_cell(const hd_state *s, hd_var v, uint32_t instance, uint64_t index);
/* Is the thread's instance created already? One without a status is there from the start. */
bool hd_state_started(const hd_state *s, hd_who who);
/* Does a started instance stand where the model ends (UNSUPPORTED, BOUND)? */
bool hd_state_beyond(const hd_state *s);
uint64_t hd_state_hash(const hd_state *s);
/* Does every instance stand in its own thread, and is no value wider than its variable? */
bool hd_state_check(const hd_state *s);

/* What taking the edge would do, from reading the guard to the values written, without
 * doing it: reads and writes in the order of evaluation. Whether the instance may move is not asked here. */
hd_step_result hd_state_plan(const hd_state *s, const hd_step *step, hd_events *events);

/* The value of a term for the instance. */
uint64_t hd_state_eval(const hd_state *s, uint32_t instance, hd_term t);

/* How many inputs an edge takes, and how wide they are; at most `room` widths are filled in. */
uint32_t hd_edge_inputs(const hd_program *p, hd_edge e, uint8_t *widths, uint32_t room);

#endif
