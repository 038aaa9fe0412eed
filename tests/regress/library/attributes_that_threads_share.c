// property: no-data-race valid-memsafety
// expect: safe
// engines: auto explicit
// Attributes that are not set any more may be used by all threads.
#include <pthread.h>

pthread_attr_t how;

void *worker(void *arg)
{
  return arg;
}

void *creator(void *arg)
{
  pthread_t t;
  pthread_create(&t, &how, worker, NULL);
  pthread_join(t, NULL);
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_attr_init(&how);
  pthread_attr_setstacksize(&how, 65536);
  pthread_create(&a, NULL, creator, NULL);
  pthread_create(&b, &how, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_attr_destroy(&how);
  return 0;
}
