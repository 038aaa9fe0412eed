#include "scan.h"

int __isoc99_sscanf(const char *text, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = heddle_scan((heddle_source){text, text}, format, args);
  va_end(args);
  return n;
}
