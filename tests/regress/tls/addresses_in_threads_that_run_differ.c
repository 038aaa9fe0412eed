// property: unreach-call
// expect: safe
// engines: explicit
// Both threads run while one of them looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int own;
static int *_Atomic seen;
static atomic_int looked;

static void *leave(void *unused)
{
  seen = &own;
  while (!looked) continue;
  return unused;
}

static void *look(void *unused)
{
  while (!seen) continue;
  assert(&own != seen);
  looked = 1;
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, leave, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
