// property: unreach-call no-deadlock
// expect: safe
// Two ways out of a section, both ending it; a loop inside.
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int a, b;

static int step(int wanted)
{
  heddle_atomic_begin();
  if (a >= wanted) {
    heddle_atomic_end();
    return 0;
  }
  for (int i = 0; i < 2; i++) a++;
  b += 2;
  heddle_atomic_end();
  return 1;
}

void *worker(void *arg)
{
  while (step(4)) continue;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  heddle_atomic_begin();
  assert(a == b);
  heddle_atomic_end();
  pthread_join(t, NULL);
  assert(a == 4);
  return 0;
}
