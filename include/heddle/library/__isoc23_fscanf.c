#include "scan.h"
#include <stdio.h>

int __isoc23_fscanf(FILE *stream, const char *format, ...)
{
  va_list args;
  (void)stream;
  va_start(args, format);
  int n = heddle_scan((heddle_source){NULL, NULL}, format, args);
  va_end(args);
  return n;
}
