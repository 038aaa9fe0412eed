// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

int count, begun;

static void init(void)
{
  count++;
}

void *worker(void *arg)
{
  if (!begun) {
    begun = 1;
    init();
  }
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 1);
  return 0;
}
