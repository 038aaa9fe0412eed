/* Mutexes that are tried, recursive ones, and what errors they return. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "native.h"

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, again;
static int seen;

static void *other(void *unused)
{
  seen = pthread_mutex_trylock(&plain) == EBUSY;
  seen = seen * 2 + (pthread_mutex_trylock(&again) == EBUSY);
  return unused;
}

int main(void)
{
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &attributes);
  SEE(pthread_mutex_lock(&plain));
  SEE(pthread_mutex_trylock(&plain) == EBUSY);
  SEE(pthread_mutex_lock(&again));
  SEE(pthread_mutex_lock(&again));
  SEE(pthread_mutex_unlock(&again));
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  SEE(seen);
  SEE(pthread_mutex_unlock(&again));
  SEE(pthread_mutex_unlock(&plain));
  SEE(pthread_mutex_trylock(&plain));
  DONE(0x4ba63d6au);
  return 0;
}
