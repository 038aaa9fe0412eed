/* What cannot be followed is reached beside a loop without end: no bound on the loop would tell more. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int x;

void *flip(void *arg)
{
  while (1) {
    x = !x;
    assert(x == 0 || x == 1);
  }
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, flip, NULL);
  if (fork() < 0) return 1;
  pthread_join(t, NULL);
  return 0;
}
