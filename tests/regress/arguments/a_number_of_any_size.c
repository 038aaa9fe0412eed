// property: unreach-call no-deadlock
// expect: safe
// The number is all that the program wants to know of its argument: no bound on the text's length is needed.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int most;

static void *run(void *arg)
{
  assert(most > 100);
  return arg;
}

int main(int argc, char *argv[])
{
  pthread_t thread;
  if (argc != 2) {
    fprintf(stderr, "usage: %s <number>\n", argv[0]);
    return 1;
  }
  most = atoi(argv[1]);
  if (most <= 100) return 1;
  assert(atoi(argv[1]) == most); /* asked twice, it is the same */
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
