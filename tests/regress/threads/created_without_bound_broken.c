// property: unreach-call
// expect: unsafe
// Two copies are enough to show the missing lock.
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int inside;

void *worker(void *arg)
{
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  while (heddle_nondet_bool()) pthread_create(&t, NULL, worker, NULL);
  return 0;
}
