#include <assert.h>
#include <pthread.h>
int a, b, seen_a, seen_b, done0, done1;
void *observer(void *unused)
{
  while (1)
    if (done0 && done1) assert(seen_a == 1 || seen_b == 1);
}
void *t0(void *unused)
{
  a = 1;
  seen_b = b;
  done0 = 1;
  return 0;
}
void *t1(void *unused)
{
  b = 1;
  seen_a = a;
  done1 = 1;
  return 0;
}
int main(void)
{
  pthread_t x, y, z;
  pthread_create(&x, 0, observer, 0);
  pthread_create(&y, 0, t0, 0);
  pthread_create(&z, 0, t1, 0);
  return 0;
}
