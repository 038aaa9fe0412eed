/* Peterson's algorithm with two lines exchanged: a thread gives way before it says that it wants to enter. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside; /* how many threads are in the critical section */

static void enter(int me)
{
  turn = 1 - me;
  wants[me] = true;
  while (wants[1 - me] && turn == 1 - me) {
  }
}

static void leave(int me)
{
  wants[me] = false;
}

static void *worker(void *arg)
{
  int me = *(const int *)arg;
  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  leave(me);
  return NULL;
}

int main(void)
{
  static int ids[2] = {0, 1};
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &ids[0]);
  pthread_create(&second, NULL, worker, &ids[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
