// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

static int ticket(void)
{
  static int next;
  return next++;
}

void *worker(void *arg)
{
  return (void *)(long)ticket();
}

int main(void)
{
  pthread_t a, b;
  void *ra, *rb;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, &ra);
  pthread_join(b, &rb);
  assert(ra != rb);
  return 0;
}
