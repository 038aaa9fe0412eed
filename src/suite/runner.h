/* runner.h - runs the tasks of a suite, several at a time, each below a keeper (base/keeper.h).
 *
 * One process and no threads: it waits for keepers. When the flag `cancel` is set, what runs is stopped and its rows
 * stay NOT_RUN; everything that had ended by then has been handed on. */
#ifndef HD_SUITE_RUNNER_H
#define HD_SUITE_RUNNER_H

#include "suite/tool.h"

typedef struct {
  const hd_suite *suite;
  hd_tool *tool;
  const char *property;           /* for all tasks; NULL: each has its own */
  const char *machine;            /* for the rows */
  double wall, processor, memory; /* limits as they are reported: seconds, bytes; 0: none */
  double grace;                   /* seconds after `wall` before a tool that should end by itself is killed */
  uint32_t at_once;
  bool pin; /* each of them on a core of its own */
  const volatile bool *cancel;
  bool (*skips)(void *context, uint32_t task, const hd_row *row); /* true: leave it out; may be NULL */
  void (*ended)(void *context, uint32_t task, const hd_row *row); /* the row's texts live until the next call */
  void (*meanwhile)(void *context);                               /* now and then while tasks run; may be NULL */
  void *context;
} hd_suite_run;

void hd_suite_run_all(const hd_suite_run *r);
/* The row of a task before it has run. */
hd_row hd_suite_row(const hd_suite_run *r, uint32_t task);

#endif
