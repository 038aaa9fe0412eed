// property: unreach-call
// expect: unsafe
// options: --no-spurious-wakeups
// The thread that was created second can be the one that is woken.
#include <assert.h>
#include <pthread.h>

int waiting;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;

void *first(void *arg)
{
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return NULL;
}

void *second(void *arg)
{
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  assert(0);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_cond_init(&c, NULL);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_mutex_lock(&m);
  if (waiting == 2) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
