#include "format.h"

int snprintf(char *to, size_t room, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = heddle_format(to, room, format, args);
  va_end(args);
  return n;
}
