/* rests.h - does a violation come whatever the values of some inputs are?
 *
 * Forward from such inputs: what is computed from them is marked. As long as no guard, no condition that is checked and
 * no index that is written to reads a marked cell, every other value takes the same steps to the same end. Where one
 * does, the violation rests on the inputs: other values may lead to it as well, but that was not shown. */
#ifndef HD_TRACE_RESTS_H
#define HD_TRACE_RESTS_H

#include "trace/interp.h"

/* from: by step, those whose inputs are meant. The trace ends in a violation of the property. */
bool hd_trace_rests(const hd_program *p, const hd_trace *t, hd_property property, const bool *from);

#endif
