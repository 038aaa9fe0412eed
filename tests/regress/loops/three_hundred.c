// property: unreach-call
// expect: safe
// engines: auto bmc
// A loop with a known number of iterations is no bound: it is written out, also without a time limit.
#include <pthread.h>

void reach_error(void);
int result;

void *add(void *unused)
{
  int sum = 0;
  for (int i = 0; i < 300; i++) sum = sum + (i & 3);
  result = sum;
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
  if (result != 450) reach_error();
  return 0;
}
