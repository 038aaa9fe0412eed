// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <stdbool.h>

bool stop;

void *t(void *x)
{
  while (!stop)
    ;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  stop = true;
  pthread_join(h, 0);
  return 0;
}
