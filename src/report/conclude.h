/* conclude.h - inside the story: what went wrong, in a sentence, and which threads are involved. */
#ifndef HD_REPORT_CONCLUDE_H
#define HD_REPORT_CONCLUDE_H

#include "report/story.h"

/* One line more. */
HD_PRINTF(2, 3) void hd_story_say(hd_story *s, const char *format, ...);
/* Fills the story's conclusion from its replay and the state it ended in. */
void hd_story_conclude(hd_story *s, const hd_trace *t, const hd_state *end);

#endif
