// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void note(int signal)
{
  seen += signal != 0;
}

int main(void)
{
  signal(SIGUSR1, note);
  raise(SIGUSR1);
  raise(SIGUSR1);
  assert(seen != 2);
  return 0;
}
