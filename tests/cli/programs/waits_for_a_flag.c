#include <assert.h>
#include <pthread.h>
static int ready, value;
static void *writer(void *arg)
{
  ready = 1;
  value = 5;
  return arg;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!ready) continue;
  assert(value == 5);
  return 0;
}
