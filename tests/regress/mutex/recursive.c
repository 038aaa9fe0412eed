// property: unreach-call no-deadlock
// expect: safe
// Held until it is given back as often as it was taken.
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t m;

static void enter(void)
{
  pthread_mutex_lock(&m);
  inside++;
}

static void leave(void)
{
  inside--;
  pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
  enter();
  enter();
  assert(inside == 2);
  leave();
  assert(inside == 1);
  leave();
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attr);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
