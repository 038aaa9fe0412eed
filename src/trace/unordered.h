/* unordered.h - a data race of an execution whose two accesses did not come one after the other.
 *
 * Steps of an execution are ordered as each instance takes them, and where they touch one element of a shared
 * variable and one of them writes it. Whatever is left out or exchanged, an execution stays one as long as each
 * of its steps keeps those that come before it in this order (Mazurkiewicz). So when two accesses conflict and
 * nothing but that conflict orders them, the steps before either of them are an execution, and afterwards both
 * come next: a race, as the interpreter defines it. Which of the possible executions was looked at hardly
 * matters, so that few of them show most races of a program. */
#ifndef HD_TRACE_UNORDERED_H
#define HD_TRACE_UNORDERED_H

#include "trace/interp.h"

/* An execution into a race between two accesses of this one, the caller's, or NULL: none was found. */
hd_trace *hd_trace_unordered(const hd_program *p, const hd_trace *t, hd_property property);

#endif
