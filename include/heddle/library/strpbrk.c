#include "letters.h"

char *strpbrk(const char *text, const char *set)
{
  const char *found = text + heddle_span(text, set, 0);
  return *found ? (char *)found : NULL;
}
