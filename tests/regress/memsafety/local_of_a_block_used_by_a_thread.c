// property: valid-memsafety
// expect: unsafe
#include <pthread.h>

int *keep;

void *t(void *a)
{
  if (keep) *keep = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  {
    int x = 0;
    keep = &x;
  }
  pthread_join(h, 0);
  return 0;
}
