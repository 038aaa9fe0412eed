/* One routine for all rows of a triangle; a row spins until the one above has come far enough. */
#include <pthread.h>

enum { ROWS = 4 };
static struct row {
  int value[ROWS], number;
  volatile int filled;
} rows[ROWS];

void reach_error(void);

static void *fill(void *argument)
{
  struct row *me = argument, *above = me - 1;
  int k = 0;
  while (k <= me->number) {
    if (k == 0 || k == me->number) {
      me->value[k] = 1;
    } else {
#ifndef NO_WAIT
      while (above->filled <= k) {}
#endif
      me->value[k] = above->value[k - 1] + above->value[k];
    }
    me->filled = ++k;
  }
  return 0;
}

int main(void)
{
  pthread_t thread[ROWS];
  int sum = 0;
  for (int i = 0; i < ROWS; i++) {
    rows[i].number = i;
    pthread_create(&thread[i], 0, fill, &rows[i]);
  }
  for (int i = 0; i < ROWS; i++) pthread_join(thread[i], 0);
  for (int i = 0; i < ROWS; i++) sum += rows[ROWS - 1].value[i];
  if (sum != 1 << (ROWS - 1)) reach_error();
  return 0;
}
