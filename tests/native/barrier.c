/* No thread reads before all have written. */
#include <pthread.h>

#include "native.h"

static pthread_barrier_t barrier;
static int value[2], sum[2];

static void *work(void *argument)
{
  int me = argument != 0;
  value[me] = me + 3;
  pthread_barrier_wait(&barrier);
  sum[me] = value[0] * 10 + value[1];
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, work, &barrier);
  work(0);
  pthread_join(t, 0);
  SEE(sum[0]);
  SEE(sum[1]);
  DONE(0x75564b29u);
  return 0;
}
