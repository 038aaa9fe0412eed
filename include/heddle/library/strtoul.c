#include "number.h"

unsigned long strtoul(const char *text, char **end, int base)
{
  return (unsigned long)heddle_unsigned(heddle_read(text, end, base), ULONG_MAX);
}
