/* More states than anybody waits for. */
#include <pthread.h>

unsigned long a, b, c;

void *count(void *arg)
{
  unsigned long *counter = arg;
  for (;;) *counter += a + b + c + 1;
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
