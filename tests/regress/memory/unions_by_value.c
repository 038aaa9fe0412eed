// property: unreach-call
// expect: safe
#include <assert.h>
#include <string.h>
union u {
  int i;
  float f;
  unsigned char b[4];
  struct {
    short lo, hi;
  } s;
};
static union u make(int i)
{
  union u v;
  v.i = i;
  return v;
}
int main(void)
{
  union u v = make(0x01020304);
  assert(v.b[0] == 4 && v.s.hi == 0x0102);
  v.b[3] = 0x7f;
  assert(v.i == 0x7f020304);
  v.f = 1.0f;
  assert(v.i == 0x3f800000);
  char t[8] = "abcdef";
  memmove(t + 2, t, 4);
  assert(strcmp(t, "ababcd") == 0);
  static int n;
  for (int k = 0; k < 3; k++) {
    static int s = 4;
    n += s++;
  }
  assert(n == 15);
  return 0;
}
