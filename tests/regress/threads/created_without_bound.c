// property: unreach-call
// expect: unknown
// options: --threads 2
// engines: explicit
// Any number of threads: correct, but no finite number of copies shows it.
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  while (heddle_nondet_bool()) pthread_create(&t, NULL, worker, NULL);
  return 0;
}
