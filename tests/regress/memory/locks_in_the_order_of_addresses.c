// property: no-deadlock
// expect: safe
// engines: auto
// Two locks are taken in the order of their addresses, whatever it is.
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t first, second;

static void both(pthread_mutex_t *a, pthread_mutex_t *b)
{
  pthread_mutex_lock(a < b ? a : b);
  pthread_mutex_lock(a < b ? b : a);
  pthread_mutex_unlock(a);
  pthread_mutex_unlock(b);
}

static void *worker(void *arg)
{
  (void)arg;
  both(&first, &second);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  both(&second, &first);
  pthread_join(t, NULL);
  return 0;
}
