// property: unreach-call no-deadlock
// expect: safe
// options: --data-model ILP32
// glibc keeps a mutex's kind at another place than for LP64.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, normal = PTHREAD_MUTEX_INITIALIZER, checked;

void *worker(void *arg)
{
  assert(pthread_mutex_trylock(&recursive) == EBUSY);
  assert(pthread_mutex_trylock(&normal) == EBUSY);
  assert(pthread_mutex_unlock(&checked) == EPERM);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &a);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_lock(&normal);
  assert(pthread_mutex_trylock(&normal) == EBUSY);
  assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
