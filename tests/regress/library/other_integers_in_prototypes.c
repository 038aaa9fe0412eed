// property: unreach-call
// expect: safe
// engines: auto explicit
// A program's own declarations have other integers than size_t.
#include <assert.h>

extern char *strncpy(char *, char const *, unsigned);
extern int strncmp(char const *, char const *, int);
extern int memcmp(void const *, void const *, unsigned short);
extern void *memchr(void const *, int, unsigned);
extern void *calloc(unsigned, unsigned long);

int main(void)
{
  char to[4];
  unsigned n = 2;
  strncpy(to, "abc", 4);
  assert(strncmp(to, "abd", (int)n) == 0 && memcmp(to, "abc", (unsigned short)(n + 1)) == 0);
  assert(memchr(to, 'b', n) == to + 1);
  return calloc(1, 4) == 0;
}
