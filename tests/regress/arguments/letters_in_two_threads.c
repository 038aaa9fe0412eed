// property: no-data-race
// expect: unsafe
// The texts are memory like any other: one thread changes what another one reads.
#include <pthread.h>
#include <stddef.h>

static void *change(void *text)
{
  if (((char *)text)[0]) ((char *)text)[0] = '-';
  return NULL;
}

int main(int argc, char *argv[])
{
  pthread_t thread;
  if (argc < 2) return 1;
  pthread_create(&thread, NULL, change, argv[1]);
  int first = argv[1][0];
  pthread_join(thread, NULL);
  return first == '-';
}
