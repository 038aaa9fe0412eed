// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
#include <assert.h>
#include <setjmp.h>

static jmp_buf failed;

static int half(int n)
{
  if (n % 2) longjmp(failed, 1);
  return n / 2;
}

int main(void)
{
  int n = 0;
  if (setjmp(failed) == 0) n = half(6);
  assert(n != 3);
  return 0;
}
