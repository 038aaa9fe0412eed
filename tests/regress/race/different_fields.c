// property: no-data-race
// expect: safe
#include <pthread.h>

struct {
  char a, b;
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
  return s.a + s.b;
}
