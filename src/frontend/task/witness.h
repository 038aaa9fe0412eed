/* witness.h - reads and lints witnesses in YAML, formats 2.0 to 2.2. */
#ifndef HD_FRONTEND_TASK_WITNESS_H
#define HD_FRONTEND_TASK_WITNESS_H

#include "program/witness.h"

/* Is this text a witness in YAML rather than something else that can be checked? Tells by its beginning only. */
bool hd_witness_is_yaml(const char *text, size_t length);

/* NULL with diagnostics, each with its place, when the format does not allow what is written: every rule that the
 * formats have about entries, segments, waypoints and locations. Warnings are about what is allowed but of no use.
 * */
hd_witness *hd_witness_read(const char *text, size_t length, const char *name, hd_diags *diags);

#endif
