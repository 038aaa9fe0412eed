// property: no-data-race
// expect: unsafe
// The handler runs in one thread, while another one reads what it writes.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int shared;

static void write_it(int signal)
{
  shared = signal;
}

static void *run(void *arg)
{
  raise(SIGUSR1);
  return arg;
}

int main(void)
{
  pthread_t thread;
  signal(SIGUSR1, write_it);
  pthread_create(&thread, NULL, run, NULL);
  int now = shared;
  pthread_join(thread, NULL);
  return now > 100;
}
