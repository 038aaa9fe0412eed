// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct thing {
  int value;
};
struct thing *_Atomic instance;
int made;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct thing *get(void)
{
  struct thing *t = instance;
  if (!t) {
    pthread_mutex_lock(&m);
    t = instance;
    if (!t) {
      t = malloc(sizeof *t);
      t->value = 5;
      made++;
      instance = t;
    }
    pthread_mutex_unlock(&m);
  }
  return t;
}

void *worker(void *arg)
{
  assert(get()->value == 5);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(made == 1);
  return 0;
}
