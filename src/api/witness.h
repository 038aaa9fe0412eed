/* witness.h - witnesses of SV-COMP: written for a result, and validated. */
#ifndef HD_API_WITNESS_H
#define HD_API_WITNESS_H

#include "api/result.h"

/* Validates the witness in the text. Of a violation: engines look for an execution that follows it; UNSAFE when there
 * is one, otherwise UNKNOWN. Of correctness: SAFE when the program is, and its invariants hold. */
void hd_check_witness(heddle_input *in, const heddle_options *o, const char *text, size_t length, const char *name,
                      heddle_result *r);

#endif
