#include "letters.h"

char *strsep(char **text, const char *separators)
{
  char *start = *text;
  if (!start) return NULL;
  char *end = start + heddle_span(start, separators, 0);
  *text = *end ? end + 1 : NULL;
  *end = 0;
  return start;
}
