/* Things that happen once: std::call_once, and variables of functions, which the first call makes. */
#pragma once

#include <pthread.h>

#define HEDDLE_WEAK __attribute__((weak))

/* call_once leaves what is to be called in these, and calls pthread_once with __once_proxy. */
HEDDLE_WEAK __thread void *_ZSt15__once_callable;
HEDDLE_WEAK __thread void (*_ZSt11__once_call)(void);

HEDDLE_WEAK void __once_proxy(void)
{
  _ZSt11__once_call();
}

static pthread_mutex_t heddle_guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heddle_guard_ended = PTHREAD_COND_INITIALIZER;

/* The first byte of a guard says that the variable is there, the second that it is being made. */
HEDDLE_WEAK int __cxa_guard_acquire(unsigned char *guard)
{
  pthread_mutex_lock(&heddle_guard);
  while (guard[1]) pthread_cond_wait(&heddle_guard_ended, &heddle_guard);
  int mine = !__atomic_load_n(guard, __ATOMIC_ACQUIRE);
  if (mine) guard[1] = 1;
  pthread_mutex_unlock(&heddle_guard);
  return mine;
}

static void heddle_guard_end(unsigned char *guard, unsigned char done)
{
  pthread_mutex_lock(&heddle_guard);
  __atomic_store_n(guard, done, __ATOMIC_RELEASE);
  guard[1] = 0;
  pthread_cond_broadcast(&heddle_guard_ended);
  pthread_mutex_unlock(&heddle_guard);
}

HEDDLE_WEAK void __cxa_guard_release(unsigned char *guard) { heddle_guard_end(guard, 1); }
HEDDLE_WEAK void __cxa_guard_abort(unsigned char *guard) { heddle_guard_end(guard, 0); }
