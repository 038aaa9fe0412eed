// property: unreach-call no-deadlock
// expect: safe
// Four threads, two places: two rounds, and all get through.
#include <assert.h>
#include <pthread.h>

_Atomic int arrived, left;
pthread_barrier_t b;

void *worker(void *arg)
{
  arrived++;
  pthread_barrier_wait(&b);
  left++;
  assert(arrived >= 2);
  return NULL;
}

int main(void)
{
  pthread_t t[4];
  pthread_barrier_init(&b, NULL, 2);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(left == 4);
  return 0;
}
