// property: valid-memsafety
// expect: safe
// engines: static auto
// Both parts of the condition hold where it does, and no thread changes in between what it is about.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int *queue, n, back, last;

void *take(void *arg)
{
  for (int i = 0; i < 3; i++) {
    __VERIFIER_atomic_begin();
    if (back >= 0 && back < n) {
      last = queue[back];
      back++;
    }
    __VERIFIER_atomic_end();
  }
  return arg;
}

int main(void)
{
  pthread_t a, b;
  int size = __VERIFIER_nondet_int();
  if (size < 0) abort();
  n = size;
  back = __VERIFIER_nondet_int();
  queue = malloc(sizeof(int) * (size_t)size);
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
