/* cause_text.h - a cause in the words that people read, until the next call. */
#ifndef CAUSE_TEXT_H
#define CAUSE_TEXT_H

#include <stdio.h>

#include "report/cause.h"

static inline const char *cause_text(const hd_cause *c)
{
  static char text[1024];
  hd_arena arena;
  hd_arena_init(&arena);
  snprintf(text, sizeof text, "%s", hd_report_cause(c, &arena));
  hd_arena_clear(&arena);
  return text;
}

#endif
