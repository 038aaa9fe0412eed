/* validate.h - is a program well-formed? Run after every transformation. */
#ifndef HD_PROGRAM_VALIDATE_H
#define HD_PROGRAM_VALIDATE_H

#include "program/program.h"

/* Checks the model's invariants: ids in range; edges stay inside their thread; sorts of
 * guards, conditions, indices and values fit; a local is used by its own thread only;
 * `self` is never assigned; no two assignments of an edge have the same scalar target;
 * DEREF and address targets in raw programs only; ends have no edges out; names unique;
 * objects do not overlap. HD_BAD_INPUT with a diagnostic for the first few violations. */
hd_status hd_program_check(const hd_program *p, hd_diags *diags);

#endif
