// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

int count;
pthread_spinlock_t l;

void *worker(void *arg)
{
  pthread_spin_lock(&l);
  count++;
  pthread_spin_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  pthread_spin_destroy(&l);
  return 0;
}
