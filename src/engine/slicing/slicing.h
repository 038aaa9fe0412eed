/* slicing.h - counterexample-guided abstraction by slicing variables away. */
#ifndef HD_ENGINE_SLICING_SLICING_H
#define HD_ENGINE_SLICING_SLICING_H

#include "engine/engine.h"

extern const hd_engine hd_engine_slicing;

/* What `--without` can switch off, and what tests choose that compare the variants. */
typedef struct {
  bool values;            /* combining: counterexamples with the values of kept variables, one at a time */
  bool in_order;          /* independence: by programs, all instructions keep their order, not only dependent ones */
  bool whole_runs;        /* cores: a spurious counterexample is excluded as it is, not what its refutation needs */
  bool no_execution;      /* execution: an abstract counterexample is not first executed on the program as it stands */
  bool jump;              /* watching: by programs, with values: the observer jumps (jump.h) where it can */
  bool programs;          /* orders: by programs, whatever the back end is */
  const char *backend;    /* by programs, checked by this engine, though it may be bmc; NULL: the task's */
  uint32_t most;          /* refinements of a level before it is given up; 0: the default */
  const uint32_t *levels; /* the most that is kept, level by level, ended by HD_NONE; NULL: the default */
} hd_slicing_ways;

/* Reads a list of what is switched off; false: *unknown is a name that does not exist. */
bool hd_slicing_ways_read(const char *list, hd_slicing_ways *ways, const char **unknown);

void hd_slicing_run(const hd_program *p, const hd_task *t, const hd_slicing_ways *ways, const hd_budget *b,
                    hd_result *out);

#endif
