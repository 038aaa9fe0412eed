// property: no-deadlock
// expect: unsafe
// engines: auto explicit bmc
// Between the test of the flag and the wait there is room for flag and signal.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;

void *child(void *arg)
{
  done = 1;
  pthread_cond_signal(&c);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_mutex_lock(&m);
  if (!done) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
