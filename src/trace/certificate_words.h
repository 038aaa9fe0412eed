/* certificate_words.h - the words of the textual form of certificates, for the code that writes and reads it. */
#ifndef HD_TRACE_CERTIFICATE_WORDS_H
#define HD_TRACE_CERTIFICATE_WORDS_H

#include "trace/certificate.h"

enum { HD_CERTIFICATE_VERSION = 1, HD_RELIES_COUNT = 2 };

extern const char *const hd_proof_words[HD_PROOF_WORD + 1];
extern const char *const hd_relies_words[HD_RELIES_COUNT]; /* by bit */
extern const char *const hd_truth_words[2];

#endif
