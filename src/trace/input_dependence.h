/* input_dependence.h - does a violation depend on the values of some inputs?
 *
 * Along the trace, all that is computed from these inputs is marked. As long as no guard, no checked condition and no
 * index of a written element reads a marked cell, any other values take the same steps to the same end. If one does,
 * the violation depends on the inputs: other values may lead to it, too, but that was not shown. */
#ifndef HD_TRACE_INPUT_DEPENDENCE_H
#define HD_TRACE_INPUT_DEPENDENCE_H

#include "trace/interp.h"

/* from: by step, whether its inputs are meant. The trace ends in a violation of the property. */
bool hd_trace_depends_on_inputs(const hd_program *p, const hd_trace *t, hd_property property, const bool *from);

#endif
