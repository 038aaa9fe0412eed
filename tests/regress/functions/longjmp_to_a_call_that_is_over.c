// property: unreach-call
// expect: unknown
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

static void set(void)
{
  if (setjmp(place)) assert(0);
}

int main(void)
{
  set();
  longjmp(place, 1);
}
