// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// By return and by pthread_exit; not for a value that is NULL.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed[3];

static void destroy(void *value)
{
  assert(value);
  *(int *)value += 1;
}

void *returns(void *arg)
{
  pthread_setspecific(key, arg);
  return NULL;
}

void *exits(void *arg)
{
  pthread_setspecific(key, arg);
  pthread_exit(NULL);
}

void *clears(void *arg)
{
  pthread_setspecific(key, arg);
  pthread_setspecific(key, NULL);
  return NULL;
}

static void run(void *(*routine)(void *), int *argument)
{
  pthread_t t;
  pthread_create(&t, NULL, routine, argument);
  pthread_join(t, NULL);
}

int main(void)
{
  pthread_key_create(&key, destroy);
  run(returns, &destroyed[0]);
  run(exits, &destroyed[1]);
  run(clears, &destroyed[2]);
  assert(destroyed[0] == 1 && destroyed[1] == 1 && destroyed[2] == 0);
  return 0;
}
