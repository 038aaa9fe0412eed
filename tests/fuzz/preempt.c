/* preempt.c - linked to a random program of pthreads.h: makes one processor switch between its threads often.
 *
 * On one processor every execution is an interleaving, as in the model. A timer interrupts the running thread, which then lets others run, now and
 * then for longer. By the variable SEED of the environment. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static volatile uint64_t state;
static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;

static unsigned pick(unsigned n)
{
  uint64_t next = state * 6364136223846793005u + 1442695040888963407u;
  state = next;
  return (unsigned)(next >> 33) % n;
}

static void interrupt(int signal)
{
  (void)signal;
  for (unsigned n = pick(4); n > 0; n--) sched_yield();
  if (pick(5) == 0) usleep(50 + pick(300));
}

__attribute__((constructor)) static void begin(void)
{
  const char *seed = getenv("SEED");
  state = seed ? strtoull(seed, NULL, 10) * 77777 + 1 : 1;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  signal(SIGALRM, interrupt);
  struct itimerval often = {{0, 30 + pick(70)}, {0, 30 + pick(50)}};
  setitimer(ITIMER_REAL, &often, NULL);
}

bool __VERIFIER_nondet_bool(void)
{
  return pick(2);
}

static void hold_signals(int how)
{
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(how, &all, NULL);
}

void __VERIFIER_atomic_begin(void)
{
  hold_signals(SIG_BLOCK);
  pthread_mutex_lock(&section);
}

void __VERIFIER_atomic_end(void)
{
  pthread_mutex_unlock(&section);
  hold_signals(SIG_UNBLOCK);
}
