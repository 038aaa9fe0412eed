// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int box;
sem_t empty, full;

void *producer(void *arg)
{
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    box = i;
    sem_post(&full);
  }
  return NULL;
}

int main(void)
{
  pthread_t t;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    assert(box == i);
    sem_post(&empty);
  }
  pthread_join(t, NULL);
  return 0;
}
