// property: no-data-race
// expect: unsafe
// engines: auto explicit
// A function without effect reads the texts that it is given.
#include <pthread.h>
#include <stdio.h>

char name[] = "a.txt";

void *writer(void *arg)
{
  name[0] = 'b';
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  FILE *f = fopen(name, "r");
  if (f) fclose(f);
  pthread_join(t, NULL);
  return 0;
}
