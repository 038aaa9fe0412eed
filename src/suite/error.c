/* error.c - formats the sentence. */
#include "suite/error.h"

#include <stdarg.h>
#include <stdio.h>

bool hd_suite_error(char **error, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (vasprintf(error, format, args) < 0) hd_out_of_memory();
  va_end(args);
  return false;
}
