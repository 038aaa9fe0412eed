// property: no-data-race
// expect: unsafe
#include <pthread.h>

int x;

void *worker(void *arg)
{
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int y = x;
  pthread_join(t, NULL);
  return y;
}
