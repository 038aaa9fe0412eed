#include "letters.h"

int strcasecmp(const char *a, const char *b)
{
  return heddle_compare_letters(a, b, (size_t)-1);
}
