/* error.h - why a step of running a suite failed, in a sentence for the user. */
#ifndef HD_SUITE_ERROR_H
#define HD_SUITE_ERROR_H

#include "base/base.h"

/* Makes the sentence, which the caller of the function that failed frees. False, to be returned. */
bool hd_suite_error(char **error, const char *format, ...) HD_PRINTF(2, 3);

#endif
