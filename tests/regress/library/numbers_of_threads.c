// property: unreach-call
// expect: safe
// engines: auto bmc
// A thread has one number, the first one that of the process, and others another one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

void *worker(void *arg)
{
  assert(gettid() == gettid() && gettid() != getpid());
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(gettid() == getpid());
  pthread_join(t, NULL);
  return 0;
}
