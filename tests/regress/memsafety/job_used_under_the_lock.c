// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *job;

static void *worker(void *arg)
{
  pthread_mutex_lock(&lock);
  int *mine = job;
  if (mine) *mine = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (int i = 0; i < 3; i++) {
    int *next = malloc(sizeof *next);
    pthread_mutex_lock(&lock);
    int *done = job;
    job = next;
    pthread_mutex_unlock(&lock);
    free(done);
  }
  pthread_join(t, NULL);
  free(job);
  return 0;
}
