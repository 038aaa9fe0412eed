// property: valid-memsafety
// expect: safe
// engines: explicit auto
#include <pthread.h>
void *w(void *a)
{
  *(int *)a = 1;
  return 0;
}
int main(void)
{
  for (int i = 0; i < 3; i++) {
    int x = 0;
    int *p = &x;
    pthread_t t;
    pthread_create(&t, 0, w, p);
    pthread_join(t, 0);
    if (x != 1) return *(int *)0;
  }
  return 0;
}
