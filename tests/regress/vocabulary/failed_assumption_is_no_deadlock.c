// property: no-deadlock
// expect: safe
#include <heddle/verifier.h>
#include <pthread.h>

void *worker(void *arg)
{
  heddle_assume(heddle_nondet_bool());
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
