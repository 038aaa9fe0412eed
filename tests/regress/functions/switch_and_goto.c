// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>

static int classify(int x)
{
  switch (x) {
  case 0: return 10;
  case 1:
  case 2: x += 5; break;
  case 7: goto seven;
  default: x = -1;
  }
  return x;
seven:
  return 77;
}

int main(void)
{
  int x = heddle_int_range(0, 7), r = classify(x);
  assert(r == (x == 0 ? 10 : x <= 2 ? x + 5 : x == 7 ? 77 : -1));
  return 0;
}
