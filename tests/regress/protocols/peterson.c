// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

volatile int wants[2], turn, inside;

static void enter_and_leave(int me)
{
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) continue;
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
}

void *worker(void *arg)
{
  enter_and_leave(1);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  enter_and_leave(0);
  pthread_join(t, NULL);
  return 0;
}
