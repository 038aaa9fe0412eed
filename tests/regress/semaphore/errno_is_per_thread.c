// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *arg)
{
  sem_trywait(&s);
  assert(errno == EAGAIN);
  return NULL;
}

int main(void)
{
  pthread_t t;
  sem_init(&s, 0, 0);
  errno = 0;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  assert(errno == 0);
  return 0;
}
