// property: no-deadlock
// expect: safe
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *wait(void *unused)
{
  sem_wait(&never);
  return unused;
}

static void *join(void *other)
{
  pthread_join(*(pthread_t *)other, NULL);
  return NULL;
}

int main(void)
{
  static pthread_t waits, joins;
  sem_init(&never, 0, 0);
  pthread_create(&waits, NULL, wait, NULL);
  pthread_create(&joins, NULL, join, &waits);
  pthread_cancel(joins);
  pthread_join(joins, NULL);
  pthread_cancel(waits);
  return 0;
}
