/* replay.h - a violation is believed when it has been executed. */
#ifndef HD_EVIDENCE_REPLAY_H
#define HD_EVIDENCE_REPLAY_H

#include "trace/interp.h"

/* Does the trace, executed step by step on the program, end in a violation of the property? */
bool hd_evidence_confirm(const hd_program *p, const hd_trace *t, hd_property property);

#endif
