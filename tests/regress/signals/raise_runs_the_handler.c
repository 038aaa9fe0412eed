// property: unreach-call
// expect: safe
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void note(int signal)
{
  seen = signal;
}

int main(void)
{
  signal(SIGUSR1, note);
  assert(raise(SIGUSR1) == 0);
  assert(seen == SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  raise(SIGCHLD);
  raise(SIGTERM);
  assert(0); /* it ends the process */
}
