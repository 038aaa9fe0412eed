// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2, ITEMS = 3 };
int buffer[SIZE], first, used;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void put(int item)
{
  pthread_mutex_lock(&m);
  while (used == SIZE) pthread_cond_wait(&not_full, &m);
  buffer[(first + used) % SIZE] = item;
  used++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&m);
}

static int get(void)
{
  pthread_mutex_lock(&m);
  while (used == 0) pthread_cond_wait(&not_empty, &m);
  int item = buffer[first];
  first = (first + 1) % SIZE;
  used--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&m);
  return item;
}

void *producer(void *arg)
{
  for (int i = 0; i < ITEMS; i++) put(i);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 0; i < ITEMS; i++) assert(get() == i);
  pthread_join(t, NULL);
  return 0;
}
