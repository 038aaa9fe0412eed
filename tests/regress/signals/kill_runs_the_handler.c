// property: unreach-call
// expect: safe
// A signal that a process with one thread sends itself has run its handler when kill returns.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int signal)
{
  handled += signal;
}

int main(void)
{
  signal(SIGUSR1, handle);
#ifdef BLOCKED
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
#endif
  kill(getpid(), SIGUSR1);
  assert(handled == SIGUSR1);
  return 0;
}
