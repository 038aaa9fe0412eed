/* What newer C libraries call strtol. */
#include "number.h"

long __isoc23_strtol(const char *text, char **end, int base)
{
  return (long)heddle_signed(heddle_read(text, end, base), LONG_MIN, LONG_MAX);
}
