// property: valid-memsafety
// expect: unsafe
#include <setjmp.h>

static jmp_buf place;
static int *kept;

static void leave(void)
{
  int local = 1;
  kept = &local;
  longjmp(place, 1);
}

int main(void)
{
  if (setjmp(place)) return *kept; /* of a call that is over */
  leave();
  return 0;
}
