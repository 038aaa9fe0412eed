/* memory.h - from a raw program's objects and addresses to variables.
 *
 * Addresses are concrete numbers (hd_object_info), so what a pointer means is decided by
 * comparing it with constants; the points-to analysis only says which objects need to be
 * compared with. Each edge that reads or writes memory becomes one edge for each place it
 * may touch, guarded by "the address is that place", with the variable in place of the
 * memory; before it stands a check (HD_CHECK_DEREF) that one of them matches, unless that
 * is certain. */
#ifndef HD_ANALYSIS_MEMORY_H
#define HD_ANALYSIS_MEMORY_H

#include "program/program.h"

typedef struct {
  bool check_alive; /* also check that heap memory is allocated when it is accessed (valid-memsafety) */
} hd_memory_options;

/* Resolves in place: afterwards p->raw is false, objects' slots name their variables, and
 * the result passes hd_program_check. What cannot be followed has become an UNSUPPORTED
 * location. */
void hd_memory_resolve(hd_program *p, const hd_memory_options *options);

#endif
