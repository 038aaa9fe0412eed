/* systematic.h - every schedule and every input of a small program, by brute force.
 *
 * Breadth-first over the interpreter's own states, each kept once and compared exactly.
 * No reduction of any kind: it is what faster searches are tested against. SAFE means that
 * every reachable state was looked at. */
#ifndef HD_ORACLE_SYSTEMATIC_H
#define HD_ORACLE_SYSTEMATIC_H

#include "base/budget.h"
#include "trace/interp.h"

typedef struct {
  uint32_t max_states; /* 0: no limit */
  uint32_t max_steps;  /* of an execution; 0: no limit */
  /* Inputs (and initial values) of more than 4 bits: try 0 .. n-1 only. What is not found
   * then is never SAFE. 0: executions end before such an input. */
  uint32_t wide_values;
} hd_explore_options;

typedef enum { HD_EXPLORED_SAFE, HD_EXPLORED_UNSAFE, HD_EXPLORED_INCOMPLETE } hd_explored;

typedef struct {
  hd_explored verdict;
  hd_cause_kind cause; /* INCOMPLETE: UNSUPPORTED for what no engine can follow, BOUND for what is not tried */
  hd_trace *trace;     /* UNSAFE: a shortest one; owned */
  uint32_t states;
  uint64_t steps; /* transitions looked at */
} hd_exploration;

hd_exploration hd_explore_all(const hd_program *p, hd_property property, const hd_explore_options *options);

#endif
