// property: unreach-call
// expect: unknown
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void)
{
  int n = pthread_getconcurrency();
  assert(n == n);
  pthread_attr_t a;
  pthread_getattr_default_np(&a);
  return 0;
}
