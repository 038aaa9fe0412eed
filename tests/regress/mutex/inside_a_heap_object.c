// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  int balance;
  pthread_mutex_t lock;
};

static void deposit(struct account *a, int amount)
{
  pthread_mutex_lock(&a->lock);
  a->balance += amount;
  pthread_mutex_unlock(&a->lock);
}

void *worker(void *arg)
{
  deposit(arg, 5);
  return NULL;
}

int main(void)
{
  pthread_t t;
  struct account *a = malloc(sizeof *a);
  a->balance = 1;
  pthread_mutex_init(&a->lock, NULL);
  pthread_create(&t, NULL, worker, a);
  deposit(a, 7);
  pthread_join(t, NULL);
  assert(a->balance == 13);
  free(a);
  return 0;
}
