#include <stddef.h>

void *memset(void *, int, size_t);

void bzero(void *at, size_t size)
{
  memset(at, 0, size);
}
