// property: unreach-call
// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic unsigned u = 12;
_Atomic int8_t small = -128;
_Atomic long long wide = 1LL << 40;
int *_Atomic p;
int cells[4];

int main(void)
{
  assert(atomic_fetch_sub(&u, 2) == 12 && u == 10);
  assert(atomic_fetch_and(&u, 6) == 10 && u == 2);
  assert(atomic_fetch_or(&u, 5) == 2 && u == 7);
  assert(atomic_fetch_xor(&u, 2) == 7 && u == 5);
  assert(atomic_exchange(&u, 99) == 5 && u == 99);
  small--;
  assert(small == 127);
  wide += 1;
  assert(wide == (1LL << 40) + 1);
  p = cells;
  p++;
  assert(p == &cells[1]);
  return 0;
}
