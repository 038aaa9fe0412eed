// property: unreach-call
// expect: safe
// engines: bmc
// Each waits in a loop under the lock of another: an iteration in which nothing has changed is one that changes nothing.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

enum { N = 3 };
struct cell {
  pthread_mutex_t lock;
  int ready, sum;
} cells[N];
int given[N];

static void wait_for(int i)
{
  for (;;) {
    pthread_mutex_lock(&cells[i].lock);
    int ready = cells[i].ready;
    pthread_mutex_unlock(&cells[i].lock);
    if (ready) return;
  }
}

static void *add(void *number)
{
  int i = (int)(long)number, sum = given[i];
  if (i > 0) {
    wait_for(i - 1);
    sum += cells[i - 1].sum;
  }
  cells[i].sum = sum;
  pthread_mutex_lock(&cells[i].lock);
  cells[i].ready = 1;
  pthread_mutex_unlock(&cells[i].lock);
  return 0;
}

int main(void)
{
  pthread_t t[N];
  int sum = 0;
  for (int i = 0; i < N; i++) {
    given[i] = __VERIFIER_nondet_int() & 15;
    sum += given[i];
    pthread_mutex_init(&cells[i].lock, 0);
  }
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, add, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  if (cells[N - 1].sum != sum) reach_error();
  return 0;
}
