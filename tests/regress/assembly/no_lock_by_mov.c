// property: no-data-race unreach-call
// expect: unsafe
// Two instructions are not one: both threads may see that the lock is free.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile unsigned lock;
static int counter;

static unsigned exchange(volatile unsigned *at, unsigned value)
{
  unsigned old;
  __asm__ volatile("movl %1, %0\n\tmovl %2, %1" : "=&r"(old), "+m"(*at) : "r"(value) : "memory");
  return old;
}

static void *run(void *arg)
{
  while (exchange(&lock, 1)) continue;
  int now = counter;
  counter = now + 1;
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
