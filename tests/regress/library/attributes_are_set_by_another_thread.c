// property: no-data-race
// expect: unsafe
// engines: auto explicit
// One thread sets attributes while the other makes a mutex by them.
#include <pthread.h>

pthread_mutexattr_t how;

void *setter(void *arg)
{
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_mutex_t lock;
  pthread_mutexattr_init(&how);
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_init(&lock, &how);
  pthread_join(t, NULL);
  return 0;
}
