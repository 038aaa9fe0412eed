/* Threads created one after the other, with arguments and results. */
#include <pthread.h>

#include "native.h"

static int done[3];

static void *work(void *argument)
{
  int *slot = argument;
  *slot = *slot * 10 + 1;
  return slot + 1;
}

int main(void)
{
  for (int i = 0; i < 3; i++) done[i] = i;
  pthread_t a, b;
  void *result;
  pthread_create(&a, 0, work, &done[0]);
  pthread_create(&b, 0, work, &done[1]);
  pthread_join(a, &result);
  SEE(result == &done[1]);
  pthread_join(b, &result);
  SEE(result == &done[2]);
  for (int i = 0; i < 3; i++) SEE(done[i]);
  DONE(0x7bc8ed9bu);
  return 0;
}
