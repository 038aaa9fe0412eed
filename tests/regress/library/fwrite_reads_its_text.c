// property: no-data-race
// expect: unsafe
// engines: auto explicit
// Another thread writes what is printed.
#include <pthread.h>
#include <stdio.h>
char text[4] = "abc";

void *writer(void *arg)
{
  text[0] = 'x';
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  fwrite(text, 1, 2, stdout);
  pthread_join(t, NULL);
  return 0;
}
