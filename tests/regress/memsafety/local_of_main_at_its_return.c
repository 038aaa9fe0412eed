// property: valid-memsafety
// expect: safe
// The return of main ends all threads with it.
#include <pthread.h>

void *t(void *a)
{
  *(int *)a = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  int l = 0;
  pthread_create(&h, 0, t, &l);
  return 0;
}
