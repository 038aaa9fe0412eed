// property: no-data-race
// expect: safe
// engines: static auto
// Any number of threads.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t;
  x = 3;
  while (__VERIFIER_nondet_int()) pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  x--;
  pthread_mutex_unlock(&m);
  return 0;
}
