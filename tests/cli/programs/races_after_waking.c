/* races_after_waking.c - a race behind a spurious wake-up. The lock is called lock, and main only initializes it. */
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_cond_t ready;
static int value;

static void *waiter(void *arg)
{
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&ready, &lock);
  value++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void)
{
  pthread_t a;
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&ready, NULL);
  pthread_create(&a, NULL, waiter, NULL);
  value = 1;
  pthread_cond_signal(&ready);
  pthread_join(a, NULL);
  return 0;
}
