#include <assert.h>
#include <pthread.h>

int count, m, n;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
  n = n + m;
  if (n == 7) m = m + 1;
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void)
{
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  worker(0);
  pthread_join(id, 0);
  assert(count == 2);
  return 0;
}
