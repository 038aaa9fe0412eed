/* retrace.h - from what the search found to a trace.
 *
 * The way from the initial state is known state by state; it is walked again with code that
 * notes the edges taken and the inputs chosen. */
#ifndef HD_EXPLICIT_RETRACE_H
#define HD_EXPLICIT_RETRACE_H

#include "engine/explicit/search.h"

/* `code` is the search's program compiled to record. The caller owns the trace. */
hd_trace *hd_retrace(hd_searcher *s, const hd_code *code);

#endif
