#include <stddef.h>

int bcmp(const void *a, const void *b, size_t size)
{
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < size; i++)
    if (x[i] != y[i]) return 1;
  return 0;
}
