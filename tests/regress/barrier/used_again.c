// property: unreach-call no-deadlock
// expect: safe
// Two rounds: no thread starts the third phase before all have finished the second.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int phase[2];
pthread_barrier_t b;

void *worker(void *arg)
{
  intptr_t me = (intptr_t)arg;
  for (int i = 1; i <= 2; i++) {
    phase[me] = i;
    pthread_barrier_wait(&b);
    assert(phase[1 - me] == i || phase[1 - me] == i + 1);
  }
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, NULL);
  return 0;
}
