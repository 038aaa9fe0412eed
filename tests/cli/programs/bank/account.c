#include "account.h"

#include <pthread.h>

#ifdef LOCKED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK() (void)0
#define UNLOCK() (void)0
#endif

void account_pay(struct account *a, int amount)
{
  LOCK();
  a->balance += amount;
  UNLOCK();
}
