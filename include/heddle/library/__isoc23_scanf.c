#include "scan.h"

int __isoc23_scanf(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = heddle_scan((heddle_source){NULL, NULL}, format, args);
  va_end(args);
  return n;
}
