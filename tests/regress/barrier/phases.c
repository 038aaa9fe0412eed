// property: unreach-call no-deadlock
// expect: safe
// Behind the barrier the first phase of all threads is done.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int done[2];
pthread_barrier_t b;

void *worker(void *arg)
{
  intptr_t me = (intptr_t)arg;
  done[me] = 1;
  pthread_barrier_wait(&b);
  assert(done[1 - me]);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  pthread_barrier_init(&b, NULL, 2);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_barrier_destroy(&b);
  return 0;
}
