// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>
#include <setjmp.h>

static jmp_buf failed;
static int reached;

static int half(int n)
{
  if (n % 2) longjmp(failed, n);
  reached++;
  return n / 2;
}

static int quarter(int n)
{
  return half(half(n));
}

int main(void)
{
  int code = setjmp(failed);
  if (code == 0) {
    quarter(14);
    assert(0);
  }
  assert(code == 7);
  assert(reached == 1);
  return 0;
}
