// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

pthread_key_t key, other;

void *worker(void *arg)
{
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, arg);
  pthread_setspecific(other, &key);
  assert(pthread_getspecific(key) == arg);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  int x, y;
  pthread_key_create(&key, NULL);
  pthread_key_create(&other, NULL);
  pthread_create(&a, NULL, worker, &x);
  pthread_create(&b, NULL, worker, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_getspecific(key) == NULL);
  return 0;
}
