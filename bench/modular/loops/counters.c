#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int made, used;
void *producer(void *u)
{
  while (1) {
    __VERIFIER_atomic_begin();
    if (made - used < 4 && made < 1000) made = made + 1;
    __VERIFIER_atomic_end();
  }
}
void *consumer(void *u)
{
  while (1) {
    int m = made;
    if (used < m) { used = used + 1; }
    assert(used <= made);
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
  return 0;
}
