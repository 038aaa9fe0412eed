/* suite.h - the tasks that `heddle bench' runs.
 *
 * A suite is a task definition (.yml) or another program; a folder, with all task definitions below it; a
 * list (.set), a line a pattern of files, relative to the list; or a table (.tsv), a line a task: file,
 * property, expected verdict (true, false), separated by tabs, relative to the table. A folder with a
 * `tasks.tsv' is that table. */
#ifndef HD_CLI_SUITE_H
#define HD_CLI_SUITE_H

#include "base/base.h"

typedef struct {
  char *file;     /* to be read by `heddle verify' */
  char *property; /* NULL: the task's */
  char *expected; /* NULL: the task says it, or nobody */
} hd_suite_task;

typedef HD_VEC(hd_suite_task) hd_suite;

/* Adds the tasks of one suite. False, with a sentence in *error (malloc'ed), when it cannot be read. */
bool hd_suite_add(hd_suite *s, const char *path, char **error);
/* Sorted by file and property, each once. */
void hd_suite_sort(hd_suite *s);
void hd_suite_clear(hd_suite *s);

#endif
