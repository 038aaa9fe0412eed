// property: unreach-call no-data-race no-deadlock
// expect: safe
// The signal is not sent, so that the handler does not run; the answer says that it assumes this.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void stop(int signal)
{
  (void)signal;
  counter = 100;
}

static void *run(void *arg)
{
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void)
{
  pthread_t thread;
  struct sigaction action = {.sa_handler = stop};
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  assert(signal(SIGKILL, stop) == SIG_ERR);
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGINT, &action, NULL) == 0);
  assert(signal(SIGINT, SIG_DFL) == stop);
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
