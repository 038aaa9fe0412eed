// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t m;

void *worker(void *arg)
{
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_mutex_init(&m, NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&m);
  assert(count == 4);
  return 0;
}
