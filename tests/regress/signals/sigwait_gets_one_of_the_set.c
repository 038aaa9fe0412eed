// property: unreach-call no-deadlock
// expect: safe
// Signals come from outside when a thread waits for them.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static sigset_t set;

static void *wait_for_it(void *arg)
{
  int signal;
  assert(sigwait(&set, &signal) == 0);
  assert(signal == SIGINT || signal == SIGTERM);
  return arg;
}

int main(void)
{
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_join(thread, NULL);
  return 0;
}
