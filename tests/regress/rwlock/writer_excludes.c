// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

int a, b;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *arg)
{
  pthread_rwlock_wrlock(&l);
  a++;
  b++;
  pthread_rwlock_unlock(&l);
  return NULL;
}

void *reader(void *arg)
{
  pthread_rwlock_rdlock(&l);
  assert(a == b);
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t t[3];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(a == 2 && b == 2);
  return 0;
}
