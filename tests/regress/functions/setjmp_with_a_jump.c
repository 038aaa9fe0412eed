// property: unreach-call
// expect: unsafe
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
  if (setjmp(failed)) assert(0);
  half(7);
  return 0;
}
