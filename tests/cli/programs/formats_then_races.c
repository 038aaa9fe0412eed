/* Each thread writes its number as a text, by code that reads it from a register natively, before the race. */
#include <pthread.h>
#include <stdio.h>

int alive;

static void *worker(void *argument)
{
  char name[16];
  snprintf(name, sizeof name, "worker-%d", *(int *)argument);
  if (name[7] == '7') alive++;
  return NULL;
}

int main(void)
{
  pthread_t threads[2];
  int number = 7;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &number);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return alive;
}
