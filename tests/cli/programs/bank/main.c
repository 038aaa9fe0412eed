#include <assert.h>
#include <pthread.h>

#include "account.h"

static struct account shared;

static void *pay(void *unused)
{
  account_pay(&shared, 5);
  return unused;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, pay, NULL);
  account_pay(&shared, 7);
  pthread_join(t, NULL);
  assert(shared.balance == 12);
  return 0;
}
