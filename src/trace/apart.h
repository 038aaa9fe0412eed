/* apart.h - translates a trace of threads side by side into one of the separate threads. */
#ifndef HD_TRACE_APART_H
#define HD_TRACE_APART_H

#include "program/lockstep.h"
#include "trace/trace.h"

/* t is a trace of w's program, which is a form of p (program/write_out.h, program/lockstep.h). The caller owns the
 * result. */
hd_trace *hd_trace_apart(const hd_program *p, const hd_written_out *w, const hd_trace *t);

#endif
