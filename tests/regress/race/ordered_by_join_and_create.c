// property: no-data-race
// expect: safe
#include <pthread.h>

int x;

void *worker(void *arg)
{
  x++;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  x = 1;
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  x++;
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(b, NULL);
  return x;
}
