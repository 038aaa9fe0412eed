/* influence.h - which steps depend on what threads share, or on inputs.
 *
 * The forward counterpart of a slice (minimize.h): a step is influenced when it takes an input, reads a shared
 * variable, or reads a local that an influenced step wrote. What only counts or prepares something in one thread is
 * not. */
#ifndef HD_TRACE_INFLUENCE_H
#define HD_TRACE_INFLUENCE_H

#include "trace/interp.h"

/* By step of the trace; the caller frees it. Where one instance takes all steps, every step counts. */
bool *hd_trace_influenced(const hd_program *p, const hd_trace *t);

#endif
