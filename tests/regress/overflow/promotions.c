// property: unreach-call no-overflow
// expect: safe
// Narrow types are promoted, and narrowing wraps.
#include <assert.h>

int main(void)
{
  signed char c = -128;
  int x = -c;
  assert(x == 128);
  c = -c;
  assert(c == -128);
  unsigned char u = 200;
  assert((u << 1) == 400);
  short s = 32767;
  s++;
  assert(s == -32768);
  assert(~(unsigned char)0 == -1);
  assert(-1 > 0u);
  assert((unsigned char)-1 == 255);
  return 0;
}
