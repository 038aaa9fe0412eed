/* replay.h - the recheck of an `unsafe`: the violation is executed, step by step.
 *
 * It knows the program and the interpreter, and nothing of the engine that found the trace. */
#ifndef HD_EVIDENCE_REPLAY_H
#define HD_EVIDENCE_REPLAY_H

#include "trace/interp.h"

/* Does the trace run, every step of it, into a violation of the property? */
bool hd_evidence_confirm(const hd_program *p, const hd_trace *t, hd_property property);

/* As a sentence: "step 7 cannot be taken". A string constant or text in the trace's memory. */
const char *hd_evidence_why_not(const hd_program *p, hd_trace *t, hd_property property);

#endif
