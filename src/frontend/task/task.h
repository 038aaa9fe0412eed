/* task.h - task definitions (.yml) and property files (.prp) as SV-COMP writes them. */
#ifndef HD_FRONTEND_TASK_TASK_H
#define HD_FRONTEND_TASK_TASK_H

#include "program/program.h"

typedef struct {
  hd_arena arena;
  HD_VEC(const char *) files; /* sources, their paths made relative to the working directory; at least one */
  hd_property property;
  const char *expected;   /* "true", "false", "false(valid-deref)", ..., or NULL: the task does not say */
  unsigned pointer_width; /* 32 unless the task says LP64 */
} hd_task_file;

void hd_task_file_init(hd_task_file *t);
void hd_task_file_clear(hd_task_file *t);

/* Reads a task definition. `wanted` says which of its properties is asked for (its verdict
 * is NULL when the task does not list it); NULL: the first that is supported. HD_BAD_INPUT with
 * a diagnostic that has a place. */
hd_status hd_task_read(const char *path, const hd_property *wanted, hd_task_file *t, hd_diags *diags);
hd_status hd_task_read_property(const char *path, hd_property *property, hd_diags *diags);

#endif
