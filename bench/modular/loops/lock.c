#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m;
int x, y;
void *t0(void *u)
{
  while (1) {
    pthread_mutex_lock(&m);
    assert(x == y);
    if (x < 100) { x = x + 1; y = y + 1; }
    pthread_mutex_unlock(&m);
  }
}
void *t1(void *u)
{
  while (1) {
    pthread_mutex_lock(&m);
    if (x > 0) { x = x - 1; y = y - 1; }
    pthread_mutex_unlock(&m);
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  return 0;
}
