/* memory.h - from a raw program's objects and addresses to variables.
 *
 * Addresses are concrete numbers (hd_object_info), so what a pointer means is decided by comparing it with constants;
 * the points-to analysis only says which objects need to be compared with. Each edge that reads or writes memory
 * becomes one edge for each place it may touch, guarded by "the address is that place", with the variable in place of
 * the memory. If it is possible that no place matches, a check (HD_CHECK_DEREF) is added whose guard says so and whose
 * condition is false; if the analysis cannot know the place, an edge to an UNSUPPORTED location is added instead.
 *
 * Whenever an edge's guard holds, the edge reads all the memory that it mentions outside the guard. The memory that the
 * guard itself mentions is read when the rest of the guard, which mentions none, holds. A DEREF under an ITE counts as
 * read. */
#ifndef HD_ANALYSIS_MEMORY_H
#define HD_ANALYSIS_MEMORY_H

#include "program/program.h"

typedef struct {
  bool check_alive; /* accesses to the heap also check that the memory is allocated */
} hd_memory_options;

/* Resolves in place: afterwards p->raw is false, objects' slots name their variables, and the result passes
 * hd_program_check. What cannot be followed has become an UNSUPPORTED location. options may be NULL. A program that is
 * not raw is left as it is. False: the program compares addresses of locals that may have ended, and does not say when
 * they end; then nothing else was done, and the front end has to lower it again (`frames`). */
bool hd_memory_resolve(hd_program *p, const hd_memory_options *options);

#endif
