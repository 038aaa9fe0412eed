// property: unreach-call
// expect: unsafe
// A member that is divided into bytes, of an element that a comparison chooses.
#include <assert.h>
#include <pthread.h>

struct part {
  char c;
  short bits : 3;
};

struct whole {
  unsigned number;
  short s;
  struct part first;
  _Bool flag;
  struct part second;
};

struct part g = {3, 1}, *q = &g, **pointer = &q, copied;

void *worker(void *arg)
{
  struct whole w[4] = {[0] = {7, -34, {85, 1}, 0}};
  long long i = *(int *)arg, *p = &i;
  int s = w[i & 3].s;
  int zero = w[(w[1].flag != (*pointer)->c)].number == 0;
  copied = w[(*p % 7) & 3].first;
  assert(!zero || s);
  return 0;
}

int main(void)
{
  pthread_t t[2];
  int x = 1;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &x);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
