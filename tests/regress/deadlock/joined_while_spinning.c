// property: no-deadlock
// expect: unsafe
// One of the joined threads waits for ever; that its creator would spin after joining does not help.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *arg)
{
  pthread_mutex_lock(&m);
  return arg;
}

int main(void)
{
  pthread_t handles[2];
  for (int i = 0; i < 2; i++) pthread_create(&handles[i], 0, t, 0);
  for (int i = 0; i < 2; i++) pthread_join(handles[i], 0);
  for (;;) {
  }
}
