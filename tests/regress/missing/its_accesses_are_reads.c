// property: no-data-race
// expect: safe
// engines: auto explicit
// Two threads give it the same object: they are not known to write.
#include <pthread.h>

extern void use(int *);
extern void look(const int *);
int x, y;

void *writer(void *arg)
{
  x = 1;
  return arg;
}

void *reader(void *arg)
{
  look(&y);
  return arg;
}

int main(void)
{
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  use(&y);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
