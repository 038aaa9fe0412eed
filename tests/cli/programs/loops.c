/* Loops that are counted and one that is not, and two threads created in one. */
#include <assert.h>
#include <pthread.h>

int data[3], ready;

void *worker(void *arg)
{
  while (!ready)
    ;
  for (int i = 0; i < 3; i++)
    if (data[i] > 1) ready = 2;
  return arg;
}

int main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 2; i >= 0; i--) data[i] = i;
  ready = 1;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(ready == 2);
  return 0;
}
