// property: valid-memsafety
// expect: unsafe
// engines: explicit auto
// The bytes of a barrier and of a semaphore hold no address of the program's: the block is lost.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

pthread_barrier_t both;
sem_t ready;

void *worker(void *arg)
{
  pthread_barrier_wait(&both);
  sem_post(&ready);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_barrier_init(&both, NULL, 2);
  sem_init(&ready, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  int *lost = malloc(sizeof *lost);
  *lost = 1;
  pthread_barrier_wait(&both);
  sem_wait(&ready);
  pthread_join(t, NULL);
  return 0;
}
