// property: unreach-call
// expect: safe
// engines: auto bmc
// Wide inputs, added in two orders: integers show at once that the sums agree.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int a[4], low, done;

void *below(void *unused)
{
  low = a[2] + a[3];
  done = 1;
  return 0;
}

int main(void)
{
  pthread_t t;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -1000000 && x <= 1000000);
    a[i] = x;
    sum += x;
  }
  pthread_create(&t, 0, below, 0);
  int high = a[1] + a[0];
  __VERIFIER_assume(done);
  if (high + low != sum) reach_error();
  pthread_join(t, 0);
  return 0;
}
