// property: unreach-call
// expect: unsafe
// options: --no-spurious-wakeups
// A signal is not for the one who waits longest: the second may be woken first.
#include <assert.h>
#include <pthread.h>

int waiting, woken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;

void *waiter(void *arg)
{
  pthread_mutex_lock(&m);
  int place = ++waiting;
  pthread_cond_wait(&c, &m);
  woken++;
  assert(woken == place);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_cond_init(&c, NULL);
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  if (waiting == 2) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
