// property: no-data-race
// expect: unsafe
// They are one memory location.
#include <pthread.h>

struct {
  unsigned a : 4;
  unsigned b : 4;
} s;

void *worker(void *arg)
{
  s.a = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  s.b = 1;
  pthread_join(t, NULL);
  return 0;
}
