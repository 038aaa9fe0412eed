// property: unreach-call
// expect: unsafe
// Handlers of signals beside functions that run at the end.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static int seen;

static void note(int signal)
{
  seen = signal;
}

static void finish(void)
{
  assert(!seen);
}

int main(void)
{
  atexit(finish);
  signal(SIGUSR1, note);
  raise(SIGUSR1);
  return 0;
}
