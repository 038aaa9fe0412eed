/* std::thread: what its header leaves to libstdc++. A thread is given an object whose class derives from
 * thread::_State; the table of its virtual functions holds two destructors, the second of which also deletes, and
 * _M_run. */
#pragma once

#include <pthread.h>
#include <stdlib.h>

void __heddle_unsupported(const char *what);
unsigned __VERIFIER_nondet_uint(void);

#define HEDDLE_WEAK __attribute__((weak))

struct heddle_state {
  void (**functions)(struct heddle_state *);
};

static void *std_thread(void *given)
{
  struct heddle_state *state = given;
  state->functions[2](state);
  state->functions[1](state);
  return 0;
}

/* thread::_M_start_thread(unique_ptr<_State>, void (*)()) */
HEDDLE_WEAK void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    pthread_t *thread, struct heddle_state **state, void (*depend)(void))
{
  (void)depend;
  if (pthread_create(thread, 0, std_thread, *state)) __heddle_unsupported("an exception of std::thread");
  *state = 0;
}

HEDDLE_WEAK void _ZNSt6thread4joinEv(pthread_t *thread)
{
  if (!*thread || pthread_join(*thread, 0)) __heddle_unsupported("an exception of thread::join");
  *thread = 0;
}

HEDDLE_WEAK void _ZNSt6thread6detachEv(pthread_t *thread)
{
  if (!*thread || pthread_detach(*thread)) __heddle_unsupported("an exception of thread::detach");
  *thread = 0;
}

HEDDLE_WEAK unsigned _ZNSt6thread20hardware_concurrencyEv(void)
{
  return __VERIFIER_nondet_uint();
}

/* The destructors of thread::_State, which its tables refer to. */
HEDDLE_WEAK void _ZNSt6thread6_StateD2Ev(struct heddle_state *state) { (void)state; }
HEDDLE_WEAK void _ZNSt6thread6_StateD1Ev(struct heddle_state *state) { (void)state; }
HEDDLE_WEAK void _ZNSt6thread6_StateD0Ev(struct heddle_state *state) { free(state); }
