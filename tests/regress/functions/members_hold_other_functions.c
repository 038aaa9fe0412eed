// property: unreach-call
// expect: safe
// engines: explicit bmc
// Each member is called as what was stored there, also by a thread that got the address as its argument.
#include <assert.h>
#include <pthread.h>

struct actions {
  void (*begin)(int *), (*end)(int *);
};

static void set_one(int *x) { *x = 1; }
static void set_two(int *x) { *x = 2; }
static void set_three(int *x) { *x = 3; }
static struct actions table[2] = {{set_one, set_two}, {set_one, set_two}};
static int z;

static void *run(void *f)
{
  ((void (*)(int *))f)(&z);
  return 0;
}

int main(void)
{
  int x = 0, i = 1;
  pthread_t t;
  pthread_create(&t, 0, run, (void *)set_three);
  table[i].begin(&x);
  assert(x == 1);
  table[0].end(&x);
  assert(x == 2);
  pthread_join(t, 0);
  assert(z == 3);
}
