// property: unreach-call
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

struct shared {
  int a, b;
};

int main(void)
{
  struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED) return 1;
  assert(s->a == 0);
  s->b = 3;
  assert(s->a + s->b == 3);
  return munmap(s, sizeof *s);
}
