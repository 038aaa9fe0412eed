/* path_run.h - an execution along a path, in values: from a state, with the inputs that the steps have.
 *
 * It says what the state before each step is; inputs of that step are symbols from HD_FRESH on (execution.h). It does
 * not check whether guards hold. */
#ifndef HD_LOGIC_PATH_RUN_H
#define HD_LOGIC_PATH_RUN_H

#include "logic/path.h"

typedef struct {
  uint32_t var;
  uint64_t index, value;
} hd_path_written;

typedef struct {
  const hd_program *p;
  const hd_env *before;        /* borrowed */
  const hd_path_step *steps;   /* borrowed */
  HD_VEC(hd_path_written) log; /* what steps wrote, in order */
  hd_u32s ends;                /* by step: how much of the log is before it */
  uint32_t now;                /* how much of the log counts */
  const hd_path_step *step;    /* and this one has the inputs */
} hd_path_run;

/* Executes all of the steps. Before: the first one's state. */
void hd_path_run_init(hd_path_run *r, const hd_program *p, const hd_path_step *steps, uint32_t n, const hd_env *before);
void hd_path_run_clear(hd_path_run *r);
/* The state before a step, and its inputs; valid until the next call. */
hd_env hd_path_run_at(hd_path_run *r, uint32_t step);

#endif
