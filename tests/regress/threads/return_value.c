// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

void *twice(void *arg)
{
  return (void *)(2 * (long)arg);
}

int main(void)
{
  pthread_t a, b;
  void *ra, *rb;
  pthread_create(&a, NULL, twice, (void *)5);
  pthread_create(&b, NULL, twice, (void *)8);
  pthread_join(b, &rb);
  pthread_join(a, &ra);
  assert((long)ra == 10 && (long)rb == 16);
  return 0;
}
