/* unlocked_flag.c - the account is closed with the lock held, but looked at without it: a data race. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long balance = 100;
static int closed;

static void *withdraw(void *unused)
{
  (void)unused;
  if (!closed) {
    pthread_mutex_lock(&lock);
    balance -= 30;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *close_account(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&lock);
  closed = 1;
  balance = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, close_account, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld\n", balance);
  return 0;
}
