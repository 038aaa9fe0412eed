/* More states than a test can wait for, and a check that depends on all of them (three squares and 1 are never 0 modulo 8). */
#include <assert.h>
#include <pthread.h>

unsigned long a, b, c;

void *count(void *arg)
{
  unsigned long *counter = arg;
  for (;;) {
    *counter += a + b + c + 1;
    assert(a * a + b * b + c * c + 1 != 0);
  }
}

int main(void)
{
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, count, &a);
  pthread_create(&threads[1], NULL, count, &b);
  pthread_create(&threads[2], NULL, count, &c);
  pthread_join(threads[0], NULL);
  return 0;
}
