// property: no-deadlock
// expect: unsafe
// engines: auto explicit bmc
// Only a spurious wake-up could end the wait when the signal came too early.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *sender(void *arg)
{
  pthread_cond_signal(&c);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, sender, NULL);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
