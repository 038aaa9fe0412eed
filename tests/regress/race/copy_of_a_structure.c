// property: no-data-race
// expect: unsafe
// Copying a structure reads all of its fields.
#include <pthread.h>

struct s {
  int a, b;
} g;

void *t(void *x)
{
  g.b = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  struct s c = g;
  pthread_join(h, 0);
  return c.a;
}
