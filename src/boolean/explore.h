/* explore.h - explicit search over whole configurations with their stacks, by context switches.
 *
 * It ends when the stacks and the number of threads are bounded, and says when a limit kept it from being complete. */
#ifndef HD_BOOLEAN_EXPLORE_H
#define HD_BOOLEAN_EXPLORE_H

#include "base/budget.h"
#include "boolean/run.h"

typedef struct {
  uint32_t contexts; /* context switches; HD_NONE: any number */
  uint32_t rounds;   /* at most so many rounds, threads in the order they are listed; HD_NONE: not round-robin */
  uint32_t frames;   /* of a stack */
  uint32_t threads;  /* that run, started ones included; copies of a thread with any number: up to this */
  uint32_t states;
  const hd_budget *budget; /* may be NULL */
} hd_bp_limits;

typedef struct {
  bool reached;
  uint32_t switches; /* REACHED: the least number */
  bool complete;     /* no limit but `contexts` or `rounds` was met */
  bool exhausted;    /* not even those were: the search has seen everything */
  uint64_t states, transitions;
  hd_bp_trace *trace; /* REACHED: owned */
} hd_bp_found;

/* Is no step so free that its results cannot be written out one by one? */
bool hd_bp_can_explore(const hd_bp *p);

hd_bp_found hd_bp_explore_threads(const hd_bp *p, const bool *targets, const hd_bp_limits *limits);

#endif
