/* crossed_transfers.c - two transfers in opposite directions lock the accounts in opposite orders: a deadlock. */
#include <pthread.h>

struct account { pthread_mutex_t lock; long balance; };
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(struct account *from, struct account *to, long amount)
{
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *there(void *unused)
{
  (void)unused;
  transfer(&accounts[0], &accounts[1], 10);
  return NULL;
}

static void *back(void *unused)
{
  (void)unused;
  transfer(&accounts[1], &accounts[0], 20);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
