/* trace.h - the one counterexample type of all engines: a schedule and its inputs.
 *
 * A trace is what it takes to run the program again: which instance takes which edge, and the values of inputs.
 * Everything else (values read and written, which thread created which) follows by executing it, so a trace cannot
 * contradict the program. */
#ifndef HD_TRACE_TRACE_H
#define HD_TRACE_TRACE_H

#include "program/program.h"

typedef struct {
  hd_thread thread;
  uint32_t instance;
  hd_edge edge;
  const uint64_t *inputs; /* one value for each assignment of the edge that takes any value */
  uint32_t n_inputs;
} hd_step;

/* The initial value of (an element of) a variable that starts with any value; those not
 * mentioned start with 0. Locals: of one instance. */
typedef struct {
  hd_var var;
  uint32_t instance, index;
  uint64_t value;
} hd_initial;

typedef struct {
  hd_arena arena;
  HD_VEC(hd_step) steps;
  HD_VEC(hd_initial) initial;
} hd_trace;

hd_trace *hd_trace_new(void);
hd_trace *hd_trace_copy(const hd_trace *t);
void hd_trace_free(hd_trace *t);
void hd_trace_push(hd_trace *t, hd_thread thread, uint32_t instance, hd_edge edge, const uint64_t *inputs,
                   uint32_t n_inputs);         /* copies the inputs */
uint32_t hd_trace_switches(const hd_trace *t); /* context switches */
/* Is it about this program: every step an edge of its own thread, by an instance that there is, with the edge's inputs;
 * initial values of variables that start with any? Whether it can be executed is another question. */
bool hd_trace_check(const hd_program *p, const hd_trace *t);

#endif
