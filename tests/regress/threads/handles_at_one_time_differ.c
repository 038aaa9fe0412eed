// property: unreach-call
// expect: safe
// engines: explicit bmc
// Until it is joined, a thread keeps its handle, also when it has ended.
#include <assert.h>
#include <pthread.h>

static pthread_t starter;

static void *work(void *unused)
{
  assert(!pthread_equal(starter, pthread_self()));
  return unused;
}

int main(void)
{
  pthread_t threads[3];
  starter = pthread_self();
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  assert(threads[0] != threads[1]);
  pthread_join(threads[0], NULL);
  pthread_create(&threads[2], NULL, work, NULL);
  assert(threads[1] != threads[2]);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
  return 0;
}
