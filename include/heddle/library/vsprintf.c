#include "format.h"
#include <limits.h>

int vsprintf(char *to, const char *format, va_list args)
{
  return heddle_format(to, INT_MAX, format, args);
}
