/* Two threads, a row each: under one lock the second waits for the first, and writes two elements at once. */
#include <pthread.h>

void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum[3][2], ready[3];

static void *work(void *argument)
{
  int row = *(int *)argument, column = 2;
  while (column-- > 0) {
    int there = 0;
    while (!there) {
      pthread_mutex_lock(&lock);
      there = row == 1 || ready[row + 1] >= 2 - column;
      pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    sum[row][column] = 1 + sum[row + 1][column];
    ready[row] = 2 - column;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void)
{
  pthread_t thread[2];
  int rows[2];
  for (int i = 0; i < 2; i++) {
    rows[i] = i;
    pthread_create(&thread[i], 0, work, &rows[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(thread[i], 0);
  if (sum[0][0] != 2) reach_error();
  return 0;
}
