// property: unreach-call
// expect: safe
// More interchangeable threads than one word of a state holds.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned value, held;

static void *count(void *arg)
{
  (void)arg;
  __VERIFIER_atomic_begin();
  while (held) {
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
  }
  held = 1;
  __VERIFIER_atomic_end();
  unsigned before = value;
  value = before + 1;
  held = 0;
  assert(value > before);
  return NULL;
}

int main(void)
{
  pthread_t t;
  for (int i = 0; i < 8; i++) pthread_create(&t, NULL, count, NULL);
  while (value < 8) continue;
  assert(value == 8);
  return 0;
}
