/* lines.h - getline and getdelim: a line is any bytes up to its end, in memory that grows. */
#pragma once
#include "input.h"
#include <stdio.h>
#include <stdlib.h>

static inline ssize_t heddle_line(char **line, size_t *size, int end)
{
  size_t n = 0;
  int byte = 0;
  do {
    if (!*line || *size < n + 2) {
      size_t more = n + 8;
      char *longer = *line ? realloc(*line, more) : malloc(more);
      if (!longer) return errno = ENOMEM, -1;
      *line = longer;
      *size = more;
    }
    if ((byte = heddle_byte()) == HEDDLE_END) break;
    (*line)[n++] = (char)byte;
  } while (byte != end);
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}
