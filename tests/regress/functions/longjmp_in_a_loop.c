// property: unreach-call
// expect: safe
// engines: auto explicit
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static void fail(jmp_buf place)
{
  longjmp(place, 0); /* gives 1 all the same */
}

int main(void)
{
  jmp_buf place;
  volatile int tries = 0;
  int *blocks[3];
  int given = setjmp(place);
  assert(given == (tries > 0));
  if (tries < 3) {
    blocks[tries] = malloc(sizeof(int));
    *blocks[tries] = tries;
    tries++;
    fail(place);
  }
  assert(*blocks[0] == 0 && *blocks[1] == 1 && *blocks[2] == 2);
  return 0;
}
