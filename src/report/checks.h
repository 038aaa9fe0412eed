/* checks.h - the answer to each check, as reports give it. */
#ifndef HD_REPORT_CHECKS_H
#define HD_REPORT_CHECKS_H

#include "program/checks.h"

typedef enum { HD_CHECK_PROVED, HD_CHECK_VIOLATED, HD_CHECK_OPEN } hd_check_state;

typedef struct {
  hd_check_info info;
  hd_check_state state;
  const char *by; /* the engine, or HD_CLOSED_BY_MODEL; NULL: OPEN */
} hd_check_answer;

#define HD_CLOSED_BY_MODEL "model" /* constant, or out of reach in the program itself */

#endif
