#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
unsigned n;
int *block;

void *fill(void *arg)
{
  for (unsigned i = 0; i < n; i++) block[i] = 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  unsigned size = __VERIFIER_nondet_uint();
  if (size > 1000000000) return 1;
  n = size;
  block = malloc(size * sizeof *block);
  pthread_create(&t, NULL, fill, NULL);
  pthread_join(t, NULL);
  return n ? block[n - 1] : 0;
}
