/* text.h - a trace for a tired engineer: thread lanes, source lines, values that changed. */
#ifndef HD_REPORT_TEXT_H
#define HD_REPORT_TEXT_H

#include "trace/interp.h"

typedef struct {
  bool all_steps; /* also steps without visible effect, and temporaries */
  unsigned width; /* of the terminal; 0: unlimited */
  bool brief;     /* only what matters for the violation; see report/story.h */
} hd_text_options;

/* A line for each step: number, thread (each has a lane), file:line, source text, values read and written that the user
 * knows. Ends with a line about the violation. */
void hd_report_trace(FILE *out, const hd_program *p, const hd_trace *t, hd_property property,
                     const hd_text_options *options);

#endif
