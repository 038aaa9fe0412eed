// property: no-data-race
// expect: unsafe
// The object is an ordinary int: reading it as one is a race.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int counter;

static void *run(void *arg)
{
  atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  int now = counter;
  pthread_join(thread, NULL);
  return now;
}
