#include <stddef.h>

char *strncat(char *to, const char *from, size_t most)
{
  char *end = to;
  while (*end) end++;
  size_t i = 0;
  for (; i < most && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}
