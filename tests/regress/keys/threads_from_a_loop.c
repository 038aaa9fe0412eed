// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// Every copy has a value, a thread-local variable and an errno of its own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

pthread_key_t key;
_Thread_local intptr_t mine;
sem_t s;
_Atomic int destroyed;

static void destroy(void *value)
{
  destroyed += (int)(intptr_t)value;
}

void *worker(void *arg)
{
  pthread_setspecific(key, arg);
  mine = (intptr_t)arg;
  if (mine == 1) sem_trywait(&s);
  assert((errno == EAGAIN) == (mine == 1));
  assert(pthread_getspecific(key) == (void *)mine);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  sem_init(&s, 0, 0);
  pthread_key_create(&key, destroy);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(destroyed == 3 && mine == 0);
  return 0;
}
