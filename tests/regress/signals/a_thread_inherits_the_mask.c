// property: unreach-call
// expect: safe
// A thread begins with the signals blocked that its creator blocks then.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *look(void *blocked)
{
  sigset_t own;
  pthread_sigmask(SIG_BLOCK, NULL, &own);
  assert(sigismember(&own, SIGUSR1) == (blocked != NULL));
  return NULL;
}

int main(void)
{
  pthread_t before, after;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_create(&before, NULL, look, NULL);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&after, NULL, look, &set);
  pthread_join(before, NULL);
  pthread_join(after, NULL);
  return 0;
}
