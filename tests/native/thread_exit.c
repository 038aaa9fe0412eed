/* pthread_exit from inside a call, keys with values of each thread, equality of handles. */
#include <pthread.h>
#include <stdint.h>

#include "native.h"

static pthread_key_t key;
static int stored;

static void leave(intptr_t value)
{
  if (value > 3) pthread_exit((void *)value);
  stored = 1;
}

static void *work(void *unused)
{
  (void)unused;
  pthread_setspecific(key, &stored);
  leave(2);
  leave(7);
  return (void *)1;
}

int main(void)
{
  static pthread_t t;
  void *result;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &result);
  SEE((intptr_t)result);
  SEE(stored);
  SEE(pthread_getspecific(key) == 0);
  SEE(pthread_equal(t, pthread_self()) != 0);
  DONE(0xfd676967u);
  return 0;
}
