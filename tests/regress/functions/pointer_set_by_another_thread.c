// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

static void fine(void) {}
static void wrong(void)
{
  assert(0);
}

void (*volatile hook)(void) = fine;

void *worker(void *arg)
{
  hook = wrong;
  hook = fine;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  hook();
  pthread_join(t, NULL);
  return 0;
}
