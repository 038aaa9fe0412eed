// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t m[2];

void *worker(void *arg)
{
  pthread_mutex_t *mine = arg;
  pthread_mutex_lock(mine);
  count++;
  pthread_mutex_unlock(mine);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &m[0]);
  pthread_create(&b, NULL, worker, &m[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
