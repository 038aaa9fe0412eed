// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// Nor must the next thread have the handle of the one before.
#include <assert.h>
#include <pthread.h>

static void *work(void *unused)
{
  return unused;
}

int main(void)
{
  pthread_t before = 0, now;
  for (int i = 0; i < 2; i++) {
    pthread_create(&now, NULL, work, NULL);
    if (i) assert(now == before);
    pthread_join(now, NULL);
    before = now;
  }
  return 0;
}
