// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// The handle of a thread that was joined may be that of the next one.
#include <assert.h>
#include <pthread.h>

static void *work(void *unused)
{
  return unused;
}

int main(void)
{
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(second, NULL);
  assert(!pthread_equal(first, second));
  return 0;
}
