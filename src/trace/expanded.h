/* expanded.h - translates a trace of an expanded program into one of the original. */
#ifndef HD_TRACE_EXPANDED_H
#define HD_TRACE_EXPANDED_H

#include "program/expand.h"
#include "trace/trace.h"

/* The caller owns the result. */
hd_trace *hd_trace_contract(const hd_expanded *x, const hd_trace *t);

#endif
