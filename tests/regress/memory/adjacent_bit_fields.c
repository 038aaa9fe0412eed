// property: unreach-call
// expect: unsafe
// Writing one bit-field writes its neighbour too.
#include <assert.h>
#include <pthread.h>

struct {
  unsigned a : 4;
  unsigned b : 4;
} f;

void *left(void *arg)
{
  f.a = 1;
  return NULL;
}

void *right(void *arg)
{
  f.b = 1;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(f.a == 1 && f.b == 1);
  return 0;
}
