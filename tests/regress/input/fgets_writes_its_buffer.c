// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <stdio.h>

static char line[4];

static void *run(void *arg)
{
  fgets(line, sizeof line, stdin);
  return arg;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  int first = line[0];
  pthread_join(thread, NULL);
  return first;
}
