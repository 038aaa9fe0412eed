// property: no-data-race
// expect: safe
// engines: static
// Each thread has a slot of its own, and the sum is taken after the joins.
#include <pthread.h>

int slot[2];

void *worker(void *arg)
{
  int me = *(int *)arg;
  slot[me] = slot[me] + 1;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  int first = 0, second = 1;
  pthread_create(&a, NULL, worker, &first);
  pthread_create(&b, NULL, worker, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return slot[0] + slot[1];
}
