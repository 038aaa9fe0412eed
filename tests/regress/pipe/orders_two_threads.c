// property: no-data-race unreach-call no-deadlock valid-memsafety
// expect: safe
// What a thread writes before it writes to a pipe is there for the one that has read from it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], result;

static void *compute(void *unused)
{
  char done = 'd';
  (void)unused;
  result = 7;
  if (write(ends[1], &done, 1) != 1) assert(0);
  return NULL;
}

int main(void)
{
  pthread_t t;
  char c = 0;
  if (pipe(ends) != 0) return 1;
  assert(ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
  pthread_create(&t, NULL, compute, NULL);
#ifndef EARLY
  assert(read(ends[0], &c, 1) == 1);
  assert(c == 'd');
#endif
  assert(result == 7);
  pthread_join(t, NULL);
  close(ends[0]);
  close(ends[1]);
  return 0;
}
