#include <stddef.h>
#include <stdlib.h>

char *strndup(const char *text, size_t most)
{
  size_t n = 0;
  while (n < most && text[n]) n++;
  char *copy = malloc(n + 1);
  for (size_t i = 0; i < n; i++) copy[i] = text[i];
  copy[n] = 0;
  return copy;
}
