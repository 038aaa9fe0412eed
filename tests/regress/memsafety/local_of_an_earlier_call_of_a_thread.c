// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <pthread.h>
int *g;
void f(int i)
{
  int x = i;
  if (g) *g = 5;
  g = &x;
}
void *w(void *a)
{
  for (int i = 0; i < 2; i++) f(i);
  return 0;
}
int main(void)
{
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
