/* log.h - what happens inside, for developers.
 *
 * Off unless the environment turns it on, and then inherited by every process that engines run in:
 *   HEDDLE_LOG=NAME:LEVEL,...  lines on standard error; NAME is phase, engine, smt or an engine's name, `all` is all of
 *                              them. Level 1 tells beginnings and ends, 2 what happens in between.
 *   HEDDLE_DUMP=DIR            files in the folder: the program after each phase, and each question to Z3 as SMT-LIB.
 *   HEDDLE_NO_FORK=1           engines run one after the other in this process, for a debugger (base/child.h).
 *   HEDDLE_DIVIDE=1            even small work is divided among the cores there are, for tests.
 * Nothing depends on any of it: a verdict is the same with the log on. */
#ifndef HD_BASE_LOG_H
#define HD_BASE_LOG_H

#include <stdio.h>

#include "base/base.h"

bool hd_log_wants(const char *name, unsigned level);
void hd_log(const char *name, unsigned level, const char *format, ...) HD_PRINTF(3, 4);

/* A new file NUMBER-STAGE.ENDING in the folder of HEDDLE_DUMP, which the caller closes; NULL when there is none.
 * Numbers ascend within a process; a child's files carry its process number, too. */
FILE *hd_log_dump(const char *stage, const char *ending);

bool hd_log_forbids_fork(void);
bool hd_log_divides_early(void);

#endif
