#include "letters.h"

int strncasecmp(const char *a, const char *b, size_t most)
{
  return heddle_compare_letters(a, b, most);
}
