// property: no-data-race
// expect: safe
// engines: auto explicit
// The last letter is not printed.
#include <pthread.h>
#include <stdio.h>
char text[4] = "abc";

void *writer(void *arg)
{
  text[2] = 'x';
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  printf("%.2s %d\n", text, 7);
  pthread_join(t, NULL);
  return 0;
}
