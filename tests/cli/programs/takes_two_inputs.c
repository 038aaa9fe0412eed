#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b;
void *worker(void *arg)
{
  a = __VERIFIER_nondet_int();
  return arg;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  b = __VERIFIER_nondet_int();
  pthread_join(t, 0);
  if (a == 17 && b == -4) reach_error();
  return 0;
}
