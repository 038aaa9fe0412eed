/* tool.h - the command that is run for a task, and how its answer is read.
 *
 * Heddle itself says its verdict in a line of its own and in its exit status. For any other tool, the last line that
 * has one of the usual words counts: `TRUE' and `FALSE' as verifiers say them in competitions, `VERIFICATION
 * SUCCESSFUL' and `VERIFICATION FAILED' as bounded checkers do, or our own words. */
#ifndef HD_SUITE_TOOL_H
#define HD_SUITE_TOOL_H

#include "base/keeper.h"
#include "suite/results.h"
#include "suite/tasks.h"

typedef HD_VEC(const char *) hd_arguments;

typedef struct {
  hd_arguments words;  /* %s stands for the file, %p for the property */
  bool ours;           /* it is Heddle */
  const char *text;    /* the words as one line */
  const char *version; /* NULL: not known */
  hd_arena arena;
} hd_tool;

/* A command line, divided at blanks; quotes hold words together. False, with a sentence in *error, when %s is missing
 * or a quote is not closed. */
bool hd_tool_parse(hd_tool *t, const char *line, char **error);
void hd_tool_clear(hd_tool *t);

/* The command for one task, ended by NULL. */
void hd_tool_command(hd_tool *t, const hd_suite_task *task, const char *property, hd_arguments *out);
/* What the tool has said, as the row's outcome, verdict, engine, states and, where the task says it, expectation. */
void hd_tool_read(hd_tool *t, const hd_keeper_result *kept, const char *output, const char *errors, hd_row *row);

#endif
