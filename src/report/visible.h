/* visible.h - inside the story: which lines a reader sees. */
#ifndef HD_REPORT_VISIBLE_H
#define HD_REPORT_VISIBLE_H

#include "report/story.h"

/* Numbers the visible lines; the trace is the one that was told. influenced: by step (trace/influence.h), for
 * `brief`. */
void hd_story_number(hd_story *s, const hd_trace *t, const bool *influenced, const hd_story_options *options);

#endif
