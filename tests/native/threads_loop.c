/* Threads in an array, created and joined in loops. */
#include <pthread.h>
#include <stdint.h>

#include "native.h"

enum { N = 3 };
static int squares[N];

static void *square(void *argument)
{
  intptr_t i = (intptr_t)argument;
  squares[i] = (int)(i * i + 1);
  return (void *)(i * 2);
}

int main(void)
{
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], 0, square, (void *)i);
  intptr_t sum = 0;
  for (int i = 0; i < N; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += (intptr_t)result;
  }
  SEE(sum);
  for (int i = 0; i < N; i++) SEE(squares[i]);
  DONE(0x0640a361u);
  return 0;
}
