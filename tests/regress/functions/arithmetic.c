// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>
#include <limits.h>

int main(void)
{
  unsigned char c = heddle_nondet_uchar();
  signed char s = (signed char)c;
  assert((c < 128) == (s >= 0));
  assert((unsigned char)(c + 1) == (c == 255 ? 0 : c + 1));
  assert(s / 2 * 2 + s % 2 == s);
  assert((s >> 1) == (s < 0 ? -((-s + 1) / 2) : s / 2));
  assert(UINT_MAX + 1u == 0 && -1 > 1u);
  assert((c ^ 0x55) == ((c | 0x55) & ~(c & 0x55)));
  return 0;
}
