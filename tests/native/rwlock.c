/* A lock for readers and writers, and a spin lock. */
#include <pthread.h>

#include "native.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int low, high, torn, reads;

static void *read_both(void *unused)
{
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_rdlock(&lock);
    if (low != high) torn = 1;
    pthread_rwlock_unlock(&lock);
    pthread_spin_lock(&spin);
    reads++;
    pthread_spin_unlock(&spin);
  }
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, read_both, 0);
  pthread_create(&b, 0, read_both, 0);
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_wrlock(&lock);
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  SEE(torn);
  SEE(reads);
  SEE(low + high);
  DONE(0x110d4702u);
  return 0;
}
