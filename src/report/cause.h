/* cause.h - the words of `verdict: unknown (...)`, made here and nowhere else.
 *
 * `time limit: unwind 12, frames 5`: what the engine said, the kind of the cause unless that says it, what was covered.
 * Nothing is read back from these words: code looks at the cause itself. */
#ifndef HD_REPORT_CAUSE_H
#define HD_REPORT_CAUSE_H

#include "program/cause.h"

/* Names for JSON and for users who filter by them: "time", "memory", "bound", ... */
extern const char *const hd_cause_names[HD_CAUSE_COUNT];

/* Without the place, in the arena. */
const char *hd_report_cause(const hd_cause *c, hd_arena *arena);
/* With its place in p, which may be NULL: then there is none. */
const char *hd_report_cause_at(const hd_cause *c, const hd_program *p, hd_arena *arena);

#endif
