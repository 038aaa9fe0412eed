// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <threads.h>

int main(void)
{
  mtx_t m;
#ifdef MISUSE
  mtx_init(&m, mtx_plain);
#else
  mtx_init(&m, mtx_plain | mtx_recursive);
#endif
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
  mtx_destroy(&m);
}
