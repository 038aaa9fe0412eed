// property: no-data-race
// expect: unsafe
#include <heddle/verifier.h>
#include <pthread.h>

int a[3];

void *worker(void *arg)
{
  a[heddle_int_range(1, 2)] = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  a[heddle_int_range(0, 1)] = 2;
  pthread_join(t, NULL);
  return 0;
}
