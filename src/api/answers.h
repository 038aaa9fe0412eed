/* answers.h - from a verdict to the answer to each check. */
#ifndef HD_API_ANSWERS_H
#define HD_API_ANSWERS_H

#include "api/result.h"

/* Fills the result's checks, now that its verdict is final. */
void hd_answer_checks(const heddle_input *in, heddle_result *r);

/* Which check does the trace violate? False: none, which is impossible for a confirmed trace. */
bool hd_answers_violated(const heddle_result *r, hd_check_info *check);

#endif
