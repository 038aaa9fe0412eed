// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
  x = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &a, worker, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  assert(x == 0 || x == 1);
  return 0;
}
