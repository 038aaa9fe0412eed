/* declared.h - what harness and stubs share: the declarations of a source, and values for them. */
#ifndef HD_API_DECLARED_H
#define HD_API_DECLARED_H

#include <heddle/heddle.h>

#include "build/declarations.h"

/* An input that holds no program, only messages, with what clang finds declared in the file. */
heddle_input *hd_input_declared(const heddle_options *o, const char *file, hd_declarations *out);

/* The call that gives any value of the type, or NULL. */
const char *hd_declared_any(const hd_declarations *d, const char *type, hd_arena *arena);

#endif
