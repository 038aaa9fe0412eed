#include "input.h"
#include <stdio.h>

size_t fread(void *to, size_t size, size_t count, FILE *stream)
{
  (void)stream;
  if (size == 0 || count == 0) return 0;
  size_t n = heddle_any_size(count);
  heddle_any_bytes(to, n * size);
  if (n < count) heddle_any_bytes((char *)to + n * size, heddle_any_size(size - 1));
  return n;
}
