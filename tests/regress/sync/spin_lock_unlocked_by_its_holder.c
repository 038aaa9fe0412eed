// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>
#include <stdlib.h>

pthread_spinlock_t l;

int main(void)
{
  pthread_spin_init(&l, 0);
#ifndef MISUSE
  pthread_spin_lock(&l);
#endif
  pthread_spin_unlock(&l);
}
