/* Two of the assertions can fail, the others hold; the last one is never reached. */
#include <assert.h>
#include <pthread.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
  pthread_mutex_lock(&lock);
  count++;
  assert(count >= 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  assert(count < 2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  assert(count == 3);
  if (count == 7) assert(0);
  return 0;
}
