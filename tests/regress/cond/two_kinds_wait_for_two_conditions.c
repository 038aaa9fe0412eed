// property: no-deadlock
// expect: safe
// engines: auto explicit
// Its twin: who waits for a place and who waits for a thing are woken apart.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t room = PTHREAD_COND_INITIALIZER, thing = PTHREAD_COND_INITIALIZER;
int full;

void *producer(void *arg)
{
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (full) pthread_cond_wait(&room, &m);
    full = 1;
    pthread_cond_signal(&thing);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

void *consumer(void *arg)
{
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&thing, &m);
  full = 0;
  pthread_cond_signal(&room);
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
