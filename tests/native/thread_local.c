/* Each thread has its own copy of a thread-local variable. */
#include <pthread.h>

#include "native.h"

static _Thread_local int own = 10;
static int seen[2];

static void *work(void *argument)
{
  int *slot = argument;
  own += slot == &seen[0] ? 1 : 2;
  own *= 2;
  *slot = own;
  return 0;
}

int main(void)
{
  pthread_t a, b;
  own = 5;
  pthread_create(&a, 0, work, &seen[0]);
  pthread_create(&b, 0, work, &seen[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  SEE(own);
  SEE(seen[0]);
  SEE(seen[1]);
  DONE(0x1396835fu);
  return 0;
}
