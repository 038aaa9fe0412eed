/* std::condition_variable: what its header leaves to libstdc++. */
#pragma once

#include <pthread.h>

#define HEDDLE_WEAK __attribute__((weak))

struct heddle_unique_lock {
  pthread_mutex_t *mutex;
  _Bool owns;
};

HEDDLE_WEAK void _ZNSt18condition_variableC1Ev(pthread_cond_t *c) { pthread_cond_init(c, 0); }
HEDDLE_WEAK void _ZNSt18condition_variableC2Ev(pthread_cond_t *c) { pthread_cond_init(c, 0); }
HEDDLE_WEAK void _ZNSt18condition_variableD1Ev(pthread_cond_t *c) { pthread_cond_destroy(c); }
HEDDLE_WEAK void _ZNSt18condition_variableD2Ev(pthread_cond_t *c) { pthread_cond_destroy(c); }

HEDDLE_WEAK void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *c,
                                                                           struct heddle_unique_lock *lock)
{
  pthread_cond_wait(c, lock->mutex);
}

HEDDLE_WEAK void _ZNSt18condition_variable10notify_oneEv(pthread_cond_t *c) { pthread_cond_signal(c); }
HEDDLE_WEAK void _ZNSt18condition_variable10notify_allEv(pthread_cond_t *c) { pthread_cond_broadcast(c); }
