#include "number.h"

long strtol(const char *text, char **end, int base)
{
  return (long)heddle_signed(heddle_read(text, end, base), LONG_MIN, LONG_MAX);
}
