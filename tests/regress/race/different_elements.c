// property: no-data-race
// expect: safe
#include <pthread.h>
#include <stdint.h>

int a[2];

void *worker(void *arg)
{
  a[(intptr_t)arg] = 1;
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return a[0] + a[1];
}
