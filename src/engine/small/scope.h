/* scope.h - one scope: all executions with few departures from the plain one, each tried once.
 *
 * The plain execution: an instance goes on until no step of it is possible, or until it has gone round a loop as often
 * as the scope says; then comes the next instance, in a ring, that can take a step. Of several steps it takes the
 * first, of an input the first of a few small values. A departure is another step or value, or a switch to the next
 * instance while this one could go on (delay-bounded scheduling: Emmi, Qadeer, Rakamaric, POPL 2011). Switches are
 * tried at cut-points only, in the first instances of each thread and the first iterations of each loop.
 *
 * States are told apart by a hash of 64 bits: two that have the same one by chance would make the search miss
 * something, which no `safe` rests on. */
#ifndef HD_ENGINE_SMALL_SCOPE_H
#define HD_ENGINE_SMALL_SCOPE_H

#include "analysis/cuts.h"
#include "analysis/loops.h"
#include "base/budget.h"
#include "trace/trace.h"

typedef struct {
  uint32_t threads;    /* instances of each thread that are switched away from */
  uint32_t iterations; /* of each loop in which that is done */
  uint32_t departures;
  uint32_t steps; /* of an execution, after the first thread was created */
} hd_small_scope;

/* An initial state, as far as main goes without a choice, and the edges that it takes. */
typedef struct {
  struct hd_state *state;
  hd_u32s path;
} hd_small_start;
typedef struct {
  hd_small_start *all;
  uint32_t n;
} hd_small_starts;

/* What is known of the program, whatever the scope. */
typedef struct {
  hd_program *p;
  hd_property property;
  const hd_cuts *cuts;
  const hd_sharing *sharing;
  const hd_loops *loops;
  const hd_small_starts *starts; /* what every search begins with */
} hd_small_input;

typedef struct {
  uint64_t steps; /* taken so far, by all scopes */
  uint64_t most;  /* 0: any number */
  const hd_budget *budget;
} hd_small_work;

typedef struct {
  hd_trace *trace; /* an execution into a violation, the caller's, or NULL */
  bool complete;   /* everything in the scope was tried */
  bool limited;    /* a larger scope has more to try */
  hd_loc beyond;   /* a place that an execution reached and beyond which the model ends, or HD_NONE */
} hd_small_outcome;

/* Their steps do not count as work: the input's other members are set. */
hd_small_starts *hd_small_starts_new(const hd_small_input *in, hd_small_work *work);
void hd_small_starts_free(hd_small_starts *starts);

hd_small_outcome hd_small_search(const hd_small_input *in, hd_small_scope scope, hd_small_work *work);

#endif
