// property: unreach-call
// expect: unsafe
// The signal stays pending: the new thread does not handle it, since it inherits the mask.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void handle(int signal)
{
  handled = signal;
}

static void *send(void *unused)
{
  raise(SIGUSR1);
  assert(handled == SIGUSR1);
  return unused;
}

int main(void)
{
  pthread_t t;
  sigset_t set;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, send, NULL);
  pthread_join(t, NULL);
  return 0;
}
