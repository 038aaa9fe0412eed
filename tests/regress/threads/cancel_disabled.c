// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t disabled, cancelled;

static void *work(void *unused)
{
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  sem_post(&disabled);
  sem_wait(&cancelled);
  pthread_testcancel();
  return unused;
}

int main(void)
{
  pthread_t thread;
  void *result;
  sem_init(&disabled, 0, 0);
  sem_init(&cancelled, 0, 0);
  pthread_create(&thread, NULL, work, &result);
  sem_wait(&disabled);
  pthread_cancel(thread);
  sem_post(&cancelled);
  pthread_join(thread, &result);
  assert(result == &result);
  return 0;
}
