#include "input.h"
#include <stdio.h>

char *fgets(char *to, int size, FILE *stream)
{
  int n = 0, byte = 0;
  (void)stream;
  if (size <= 0) return NULL;
  while (n < size - 1 && byte != '\n' && (byte = heddle_byte()) != HEDDLE_END) to[n++] = (char)byte;
  if (byte == HEDDLE_END && (n == 0 || heddle_nondet_bool())) return NULL; /* the end, or an error */
  to[n] = 0;
  return to;
}
