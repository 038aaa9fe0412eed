// property: unreach-call
// expect: unknown
// A handler that interrupts another thread than the one that sends the signal is not followed.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void note(int signal)
{
  (void)signal;
}

static void *run(void *arg)
{
  return arg;
}

int main(void)
{
  pthread_t thread;
  signal(SIGUSR1, note);
  pthread_create(&thread, NULL, run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
