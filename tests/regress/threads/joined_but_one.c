// property: unreach-call
// expect: unsafe
// Two of three are joined: the third may still be at work.
#include <assert.h>
#include <pthread.h>

int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *arg)
{
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t handles[3];
  for (int i = 0; i < 3; i++) pthread_create(&handles[i], 0, t, 0);
  for (int i = 0; i < 3; i++)
    if (i != 1) pthread_join(handles[i], 0);
  assert(done == 3);
}
