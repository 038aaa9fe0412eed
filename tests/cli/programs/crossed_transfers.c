#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct account { int balance; pthread_mutex_t lock; };
static struct account acc[2] = {{100, PTHREAD_MUTEX_INITIALIZER}, {100, PTHREAD_MUTEX_INITIALIZER}};

static void transfer(struct account *from, struct account *to, int amount)
{
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *there(void *arg)
{
  transfer(&acc[0], &acc[1], 10);
  return arg;
}

static void *back(void *arg)
{
  transfer(&acc[1], &acc[0], 20);
  return arg;
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
