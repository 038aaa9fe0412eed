// property: no-deadlock
// expect: safe
// Every philosopher takes the fork with the smaller number first.
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
pthread_mutex_t fork[N];

void *philosopher(void *arg)
{
  intptr_t i = (intptr_t)arg, j = (i + 1) % N;
  intptr_t first = i < j ? i : j, second = i < j ? j : i;
  pthread_mutex_lock(&fork[first]);
  pthread_mutex_lock(&fork[second]);
  pthread_mutex_unlock(&fork[second]);
  pthread_mutex_unlock(&fork[first]);
  return NULL;
}

int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork[i], NULL);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
