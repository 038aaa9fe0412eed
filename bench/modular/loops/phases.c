#include <assert.h>
#include <pthread.h>
int phase, done, data;
void *worker(void *u)
{
  while (1) {
    data = 1;
    phase = 1;
    data = 2;
    phase = 2;
    done = 1;
    phase = 3;
    while (1) if (data < 5) data = data + 1;
  }
}
void *watcher(void *u)
{
  while (1) {
    int p = phase;
    int d = data;
    if (p >= 1) assert(d >= 1);
    if (p >= 2) assert(d >= 2);
    if (p >= 3) assert(done == 1);
    assert(d <= 5);
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, watcher, 0);
  pthread_create(&b, 0, worker, 0);
  return 0;
}
