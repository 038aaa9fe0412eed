#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int count, in, out;
void *producer(void *u)
{
  while (1) {
    if (count < 3) {
      in = in == 2 ? 0 : in + 1;
      __VERIFIER_atomic_begin(); count = count + 1; __VERIFIER_atomic_end();
    }
  }
}
void *consumer(void *u)
{
  while (1) {
    int c = count;
    assert(c >= 0 && c <= 3);
    assert(in >= 0 && in < 3);
    if (c > 0) {
      out = out == 2 ? 0 : out + 1;
      __VERIFIER_atomic_begin(); count = count - 1; __VERIFIER_atomic_end();
    }
  }
}
int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
  return 0;
}
