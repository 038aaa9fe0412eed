// property: no-deadlock
// expect: unsafe
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *unused)
{
  pthread_mutex_lock(&lock);
  sleep(1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, hold, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock); /* never unlocked */
  return 0;
}
