#include "number.h"

long long strtoll(const char *text, char **end, int base)
{
  return (long long)heddle_signed(heddle_read(text, end, base), LLONG_MIN, LLONG_MAX);
}
