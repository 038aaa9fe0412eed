/* slicing.h - counterexample-guided abstraction by slicing variables away. */
#ifndef HD_ENGINE_SLICING_SLICING_H
#define HD_ENGINE_SLICING_SLICING_H

#include "engine/engine.h"

extern const hd_engine hd_engine_slicing;

/* What can be switched off: for tests that compare the ways. */
typedef struct {
  bool values;            /* counterexamples with the values of kept variables, one at a time */
  bool whole_runs;        /* a spurious counterexample is excluded as it is, not what its refutation needs */
  bool no_execution;      /* an abstract counterexample is not first executed on the program as it stands */
  const char *backend;    /* by programs, checked by this engine, though it may be bmc; NULL: the task's */
  uint32_t most;          /* refinements of a level before it is given up; 0: the default */
  const uint32_t *levels; /* the most that is kept, level by level, ended by HD_NONE; NULL: the default */
} hd_slicing_ways;

void hd_slicing_run(const hd_program *p, const hd_task *t, const hd_slicing_ways *ways, const hd_budget *b,
                    hd_result *out);

#endif
