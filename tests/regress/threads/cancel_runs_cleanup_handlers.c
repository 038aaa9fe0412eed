// property: unreach-call no-deadlock no-data-race
// expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void *mutex)
{
  cleaned++; /* the mutex is held again */
  pthread_mutex_unlock(mutex);
}

static void *wait(void *unused)
{
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean, &lock);
  for (;;) pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void)
{
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, wait, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&lock);
  assert(cleaned == 0 || cleaned == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
