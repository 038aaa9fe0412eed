// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *t(void *a)
{
  sem_wait(&s);
  return a;
}

int main(void)
{
  pthread_t x;
  sem_init(&s, 0, 0);
  pthread_create(&x, 0, t, 0);
#ifndef MISUSE
  sem_post(&s);
  pthread_join(x, 0);
#endif
  sem_destroy(&s);
}
