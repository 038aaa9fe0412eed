#include <assert.h>
#include <pthread.h>
int x, a, b, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg)
{
  (void)arg;
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&m);
    x = i;
    assert(x >= 0 && x <= 4);
    pthread_mutex_unlock(&m);
  }
  a = 1;
  seen = b;
  return 0;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  b = 1;
  int mine = a;
  pthread_join(t, 0);
  assert(mine == 1 || seen == 1);
#ifdef BUG
  assert(mine == 1 || seen == 0);
#endif
  return 0;
}
