/* pthread_once runs its routine once, whichever thread comes first. */
#include <pthread.h>

#include "native.h"

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs, ready;

static void set_up(void)
{
  runs++;
  ready = 42;
}

static void *work(void *argument)
{
  pthread_once(&control, set_up);
  *(int *)argument = ready;
  return 0;
}

int main(void)
{
  int seen[2] = {0, 0};
  pthread_t a, b;
  pthread_create(&a, 0, work, &seen[0]);
  pthread_create(&b, 0, work, &seen[1]);
  pthread_once(&control, set_up);
  pthread_join(a, 0);
  pthread_join(b, 0);
  SEE(runs);
  SEE(seen[0] + seen[1]);
  DONE(0x26a9ed14u);
  return 0;
}
