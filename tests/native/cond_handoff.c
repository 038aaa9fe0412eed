/* Values handed from one thread to another under a mutex and two conditions. */
#include <pthread.h>

#include "native.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int slot, is_full;

static void *produce(void *unused)
{
  for (int i = 1; i <= 3; i++) {
    pthread_mutex_lock(&lock);
    while (is_full) pthread_cond_wait(&empty, &lock);
    slot = i * i;
    is_full = 1;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    while (!is_full) pthread_cond_wait(&full, &lock);
    SEE(slot);
    is_full = 0;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, 0);
  SEE(is_full);
  DONE(0xa5c9bfc8u);
  return 0;
}
