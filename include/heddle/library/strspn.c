#include "letters.h"

size_t strspn(const char *text, const char *set)
{
  return heddle_span(text, set, 1);
}
