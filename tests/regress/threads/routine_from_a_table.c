// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *one(void *arg)
{
  pthread_mutex_lock(&m);
  sum += 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *ten(void *arg)
{
  pthread_mutex_lock(&m);
  sum += 10;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *(*const routines[])(void *) = {one, ten};

int main(void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, routines[i], NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(sum == 11);
  return 0;
}
