/* Two threads that take turns by semaphores. */
#include <pthread.h>
#include <semaphore.h>

#include "native.h"

static sem_t mine, yours;
static int log_, steps;

static void *pong(void *unused)
{
  for (int i = 0; i < 3; i++) {
    sem_wait(&yours);
    log_ = log_ * 10 + 2;
    steps++;
    sem_post(&mine);
  }
  return unused;
}

int main(void)
{
  sem_init(&mine, 0, 1);
  sem_init(&yours, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, pong, 0);
  for (int i = 0; i < 3; i++) {
    sem_wait(&mine);
    log_ = log_ * 10 + 1;
    steps++;
    sem_post(&yours);
  }
  pthread_join(t, 0);
  SEE(log_);
  SEE(steps);
  int value;
  sem_getvalue(&mine, &value);
  SEE(value);
  DONE(0x7f90cf47u);
  return 0;
}
