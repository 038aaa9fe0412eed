#include "format.h"
#include <limits.h>

int sprintf(char *to, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = heddle_format(to, INT_MAX, format, args);
  va_end(args);
  return n;
}
