// property: no-data-race
// expect: safe
// engines: static auto
// One thread fills a block of unknown size, another one reads a second block.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *filled, *given;
int n, sum;

int *block_of(int size)
{
  if (size < 0 || (size_t)size > 1000000000) abort();
  return malloc(sizeof(int) * (size_t)size);
}

void *fill(void *arg)
{
  for (int i = 0; i < n; i++) filled[i] = i;
  return arg;
}

void *add(void *arg)
{
  for (int i = 0; i < n; i++) sum += given[i] & 1;
  return arg;
}

int main(void)
{
  pthread_t a, b;
  n = __VERIFIER_nondet_int();
  filled = block_of(n);
  given = block_of(n);
  pthread_create(&a, NULL, fill, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum + filled[n - 1];
}
