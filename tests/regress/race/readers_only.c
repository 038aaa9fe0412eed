// property: no-data-race
// expect: safe
#include <pthread.h>

int x = 3, out[2];

void *worker(void *arg)
{
  *(int *)arg = x;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &out[0]);
  pthread_create(&b, NULL, worker, &out[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return out[0] + out[1];
}
