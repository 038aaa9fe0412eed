/* process.h - run another program and collect what it says.
 *
 * The child gets an argument vector (no shell), an empty standard input and a process
 * group of its own. When hd_process_run returns nothing of that group is left running,
 * whichever way the run ended. The child is also killed when this process dies first. */
#ifndef HD_BASE_PROCESS_H
#define HD_BASE_PROCESS_H

#include "base/base.h"
#include "base/budget.h"

typedef enum {
  HD_PROCESS_EXITED,     /* by itself; status is its exit status */
  HD_PROCESS_SIGNALED,   /* by a signal that was not ours; status is the signal */
  HD_PROCESS_STOPPED,    /* killed because the budget was spent; status is 0 */
  HD_PROCESS_NOT_STARTED /* status is the errno: no such program, no more processes, no such folder, ... */
} hd_process_end;

typedef struct {
  const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH when it has no slash */
  const char *directory;   /* working directory of the child; NULL: ours */
  const char *stdout_path; /* file to write standard output to; NULL: captured in memory */
  const char *stderr_path; /* likewise for standard error */
  size_t memory;           /* limit on the child's address space in bytes; 0: none */
  size_t capture;          /* bytes kept of each captured stream, the rest is dropped; 0: 64 MB */
} hd_command;

typedef struct {
  hd_process_end end;
  int status;
  hd_cause_kind cause; /* of HD_PROCESS_STOPPED: hd_budget_cause's */
  double seconds;      /* wall clock */
  /* What was captured, always NUL-terminated after its len bytes; empty where a path was given. */
  char *output, *errors;
  size_t output_len, errors_len;
} hd_process_result;

/* Runs the command to its end or to the end of the budget (NULL: none). Only the
 * budget's limits of time and cancel flag count here; its memory limit is about this process.
 * Always fills *out; hd_process_result_clear releases it. */
void hd_process_run(const hd_command *command, const hd_budget *budget, hd_process_result *out);
void hd_process_result_clear(hd_process_result *result);

/* Runs the program as a part of this one: with our streams, in our process group, without limits. Its exit status as a
 * shell gives it: 128 and the signal that ended it, 127 when it cannot be run. */
int hd_process_pass(const char *const *argv);

#endif
