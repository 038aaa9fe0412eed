// property: no-data-race
// expect: unsafe
#include <pthread.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg)
{
  pthread_rwlock_rdlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
