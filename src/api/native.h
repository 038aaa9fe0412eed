/* native.h - a counterexample executed by the compiled program. */
#ifndef HD_API_NATIVE_H
#define HD_API_NATIVE_H

#include "api/input.h"
#include "trace/trace.h"

typedef enum {
  HD_NATIVE_CONFIRMED, /* the compiled program fails as the trace says */
  HD_NATIVE_DIVERGED,  /* it went another way, or did not fail */
  HD_NATIVE_NOT_RUN    /* it could not be built or run; a diagnostic says why */
} hd_native_outcome;

/* What was reported, in the input's memory. */
typedef struct {
  const char *says;      /* by the program */
  const char *sanitizer; /* by the sanitizer that knows such failures; "" when there is none */
} hd_native_words;

/* Builds the program in the folder (NULL: one that is removed afterwards) and runs it; then once more with a sanitizer:
 * an error of memory that only AddressSanitizer notices is confirmed by it. */
hd_native_outcome hd_native_run(heddle_input *in, const hd_program *p, const hd_trace *t, const char *folder,
                                const hd_budget *budget, hd_native_words *words);

#endif
