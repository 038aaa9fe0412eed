/* A counter that a mutex protects: no increment is lost. */
#include <pthread.h>

#include "native.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused)
{
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    int seen = counter;
    counter = seen + 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  count(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  SEE(counter);
  DONE(0xa9809389u);
  return 0;
}
