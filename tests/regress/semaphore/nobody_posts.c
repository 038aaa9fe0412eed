// property: no-deadlock
// expect: unsafe
#include <heddle/verifier.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *worker(void *arg)
{
  if (heddle_nondet_bool()) sem_post(&s);
  return NULL;
}

int main(void)
{
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&s);
  pthread_join(t, NULL);
  return 0;
}
