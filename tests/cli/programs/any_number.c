/* As many workers as there is room for: each finds the count as it left it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *arg)
{
  pthread_mutex_lock(&lock);
  count++;
  assert(count == 1);
  count--;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void)
{
  pthread_t t;
  while (1) pthread_create(&t, 0, worker, 0);
}
