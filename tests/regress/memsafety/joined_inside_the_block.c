// property: valid-memsafety
// expect: safe
#include <pthread.h>

void *t(void *a)
{
  *(int *)a = 1;
  return 0;
}

int main(void)
{
  for (int i = 0; i < 2; i++) {
    pthread_t h;
    int x = 0;
    pthread_create(&h, 0, t, &x);
    pthread_join(h, 0);
  }
  return 0;
}
