// property: no-deadlock
// expect: unsafe
// engines: auto explicit
// A consumer's signal wakes the other consumer, and the producer sleeps on.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int full;

void *producer(void *arg)
{
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&c, &m);
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

void *consumer(void *arg)
{
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&c, &m);
  full = 0;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t p, a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_create(&p, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(p, NULL);
  return 0;
}
