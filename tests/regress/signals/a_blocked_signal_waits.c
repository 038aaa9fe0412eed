// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int seen;

static void note(int signal, siginfo_t *info, void *context)
{
  (void)context;
  assert(info->si_signo == signal);
  seen++;
}

int main(void)
{
  sigset_t set, before;
  struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR2, &action, NULL);
  assert(pthread_sigmask(SIG_BLOCK, &set, &before) == 0);
  assert(!sigismember(&before, SIGUSR2));
  pthread_kill(pthread_self(), SIGUSR2);
  raise(SIGUSR2);
  assert(seen == 0);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  assert(seen == 1); /* the second one is the same as the first */
  return 0;
}
