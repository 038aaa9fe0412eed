#include "number.h"

unsigned long long strtoull(const char *text, char **end, int base)
{
  return (unsigned long long)heddle_unsigned(heddle_read(text, end, base), ULLONG_MAX);
}
