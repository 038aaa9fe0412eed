// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <threads.h>

int t(void *a)
{
#ifdef MISUSE
  thrd_join(thrd_current(), 0);
#endif
  return a != 0;
}

int main(void)
{
  thrd_t x;
  thrd_create(&x, t, 0);
  thrd_detach(x);
}
