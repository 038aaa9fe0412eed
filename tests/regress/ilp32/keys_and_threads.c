// property: unreach-call no-deadlock
// expect: safe
// options: --data-model ILP32
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int total;

static void add(void *value)
{
  total += *(int *)value;
}

void *worker(void *arg)
{
  pthread_setspecific(key, arg);
  return arg;
}

int main(void)
{
  static int x = 5, y = 6;
  pthread_t t;
  void *r;
  pthread_key_create(&key, add);
  pthread_create(&t, NULL, worker, &x);
  pthread_join(t, &r);
  assert(r == &x && total == 5);
  pthread_create(&t, NULL, worker, &y);
  pthread_join(t, &r);
  assert(r == &y && total == 11);
  return 0;
}
