/* tasks.h - the tasks that `heddle bench' runs.
 *
 * A suite is a task definition (.yml) or another program; a folder, with all task definitions below it; a
 * list (.set), a line a pattern of files, relative to the list; or a table (.tsv), a line a task: file,
 * property, expected verdict (true, false), separated by tabs, relative to the table, and perhaps, as the last field,
 * the family that it belongs to. A folder with a `tasks.tsv' is that table. */
#ifndef HD_SUITE_TASKS_H
#define HD_SUITE_TASKS_H

#include "base/base.h"

typedef struct {
  char *file;     /* to be read by `heddle verify' */
  char *property; /* NULL: the task's */
  char *expected; /* NULL: the task says it, or it is not known */
  char *family;   /* for sums; NULL: none */
} hd_suite_task;

typedef HD_VEC(hd_suite_task) hd_suite;

/* Adds the tasks of one suite. False, with a sentence in *error (malloc'ed), when it cannot be read. */
bool hd_suite_add(hd_suite *s, const char *path, char **error);
/* Sorted by file and property, each once. */
void hd_suite_sort(hd_suite *s);
/* Keeps those that are number `part` (from 0) of `parts`: the same ones on every machine. */
void hd_suite_keep_shard(hd_suite *s, uint32_t part, uint32_t parts);
void hd_suite_clear(hd_suite *s);

#endif
