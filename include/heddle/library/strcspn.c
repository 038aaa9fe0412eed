#include "letters.h"

size_t strcspn(const char *text, const char *set)
{
  return heddle_span(text, set, 0);
}
