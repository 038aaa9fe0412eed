#include <stddef.h>

char *stpcpy(char *to, const char *from)
{
  while ((*to = *from)) to++, from++;
  return to;
}
