// property: unreach-call no-deadlock
// expect: safe
// options: --no-spurious-wakeups
// The waiting threads are copies of one, created in a loop.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
int go, passed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *arg)
{
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  passed++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(passed == N);
  return 0;
}
