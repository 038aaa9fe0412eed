/* A thread that always stops, one that is never created, a check behind a stop, and a function that is not called. */
#include <assert.h>
#include <pthread.h>

extern int heddle_nondet_int(void);

int x;

void *stopped(void *arg)
{
  int *nowhere = 0;
  *nowhere = 1;
  return arg;
}

void *unborn(void *arg)
{
  x = 2;
  return arg;
}

static int twice(int n)
{
  return n % 10 * 2;
}

int main(void)
{
  pthread_t t;
  int n = heddle_nondet_int(), *nowhere = 0;
  pthread_create(&t, NULL, stopped, NULL);
  if (n > 5 && n < 3) pthread_create(&t, NULL, unborn, NULL);
  if (n < 0 && n > 2) n = twice(n);
  if (n > 5) {
    if (n > 4) x = *nowhere;
    assert(x == 7);
  }
  assert(x < 2);
  return 0;
}
