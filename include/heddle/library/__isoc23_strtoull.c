/* What newer C libraries call strtoull. */
#include "number.h"

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
  return (unsigned long long)heddle_unsigned(heddle_read(text, end, base), ULLONG_MAX);
}
