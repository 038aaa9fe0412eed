/* explain.h - inside the story: what a failed check is about, in numbers and names.
 *
 * An overflow's operands; of memory the kind of the error, the object, its size, who allocated and who freed it. What
 * is not certain is left out. */
#ifndef HD_REPORT_EXPLAIN_H
#define HD_REPORT_EXPLAIN_H

#include "report/story.h"

/* The kind in a few words (`use after free`), or NULL; lines that say more go to the story's conclusion by
 * hd_story_explain. `end` is the state in which the step's check fails. */
const char *hd_story_error_kind(hd_story *s, const hd_step *step, const hd_state *end);
void hd_story_explain(hd_story *s, const hd_step *step, const hd_state *end);

#endif
