// property: valid-memsafety
// expect: unsafe
// engines: auto
// One element more than there are.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *numbers, n, sum;

void *add(void *arg)
{
  for (int i = 0; i <= n; i++) sum += numbers[i] & 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  int size = __VERIFIER_nondet_int();
  if (size < 0) abort();
  n = size;
  numbers = malloc(sizeof(int) * (size_t)size);
  for (int i = 0; i < size; i++) numbers[i] = i;
  pthread_create(&t, NULL, add, NULL);
  pthread_join(t, NULL);
  return sum;
}
