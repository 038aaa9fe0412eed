// property: no-deadlock
// expect: unsafe
// options: --no-spurious-wakeups
// A signal that no thread waits for is lost.
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
