// property: unreach-call
// expect: unsafe
// engines: auto bmc
// The twin of numbers_of_threads: other processes take numbers, too.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

void *worker(void *arg)
{
  assert(gettid() == getpid() + 1);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
