// property: no-deadlock
// expect: unsafe
#include <pthread.h>

pthread_t a, b;

void *first(void *arg)
{
  pthread_join(b, NULL);
  return NULL;
}

void *second(void *arg)
{
  pthread_join(a, NULL);
  return NULL;
}

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *start_first(void *arg)
{
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return first(arg);
}

void *start_second(void *arg)
{
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return second(arg);
}

int main(void)
{
  pthread_mutex_lock(&m);
  pthread_create(&a, NULL, start_first, NULL);
  pthread_create(&b, NULL, start_second, NULL);
  pthread_mutex_unlock(&m);
  pthread_exit(NULL);
}
