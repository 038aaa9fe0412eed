// property: no-data-race unreach-call
// expect: safe
// A spin lock as old code has it: xchg to take it, mov to release it, pause while it waits.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile unsigned lock;
static int counter;

static unsigned exchange(volatile unsigned *at, unsigned value)
{
  unsigned old;
  __asm__ volatile("lock; xchgl %0, %1" : "+m"(*at), "=a"(old) : "1"(value) : "cc", "memory");
  return old;
}

static void *run(void *arg)
{
  while (exchange(&lock, 1)) __asm__ volatile("pause");
  counter++;
  __asm__ volatile("movl $0, %0" : "+m"(lock) : : "memory");
  return arg;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
