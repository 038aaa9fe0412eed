// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <signal.h>

int main(void)
{
  sigset_t set;
  int signal;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  sigwait(&set, &signal);
  assert(signal != SIGHUP);
  return 0;
}
