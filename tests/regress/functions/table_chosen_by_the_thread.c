// property: unreach-call no-data-race
// expect: safe
#include <assert.h>
#include <pthread.h>

typedef int (*op)(int, int);

static int add(int a, int b)
{
  return a + b;
}

static int mul(int a, int b)
{
  return a * b;
}

static int sub(int a, int b)
{
  return a - b;
}

op ops[3] = {add, mul, sub};
int res[3];

void *t(void *a)
{
  long i = (long)a;
  res[i] = ops[i](6, 3);
  return 0;
}

int main(void)
{
  pthread_t h[3];
  for (long i = 0; i < 3; i++) pthread_create(&h[i], 0, t, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
  assert(res[0] == 9 && res[1] == 18 && res[2] == 3);
  return 0;
}
