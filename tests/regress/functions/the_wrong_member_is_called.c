// property: unreach-call
// expect: unsafe
// engines: explicit bmc
#include <assert.h>

struct actions {
  void (*begin)(int *), (*end)(int *);
};

static void set_one(int *x) { *x = 1; }
static void set_two(int *x) { *x = 2; }
static struct actions table[2] = {{set_one, set_two}, {set_one, set_two}};

int main(void)
{
  int x = 0;
  struct actions *a = &table[1];
  a->end(&x);
  assert(x == 1);
}
