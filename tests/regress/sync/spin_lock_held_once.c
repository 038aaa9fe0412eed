// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_spinlock_t l;

int main(void)
{
  pthread_spin_init(&l, 0);
  pthread_spin_lock(&l);
#ifdef MISUSE
  pthread_spin_lock(&l);
#else
  pthread_spin_trylock(&l);
#endif
  pthread_spin_unlock(&l);
  pthread_spin_destroy(&l);
}
