// property: unreach-call
// expect: safe
// Each instruction with its flags and its result, as the machine has them.
#include <assert.h>

static char compare_and_swap(int *at, int old, int new)
{
  unsigned char done;
  __asm__ volatile(" lock\n cmpxchgl %2,%1\n sete %0\n"
                   : "=q"(done), "=m"(*at)
                   : "r"(new), "m"(*at), "a"(old)
                   : "memory");
  return done;
}

static unsigned long compare_and_get(unsigned long *at, unsigned long old, unsigned long new)
{
  unsigned long seen;
  __asm__ volatile("lock; cmpxchgq %1,%2" : "=a"(seen) : "r"(new), "m"(*at), "0"(old) : "memory");
  return seen;
}

static int fetch_and_add(int *at, int n)
{
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(n), "+m"(*at) : : "memory");
  return n;
}

static int decrement_and_test(int *at)
{
  unsigned char zero;
  __asm__ volatile("lock; decl %0; setz %1" : "+m"(*at), "=qm"(zero) : : "memory");
  return zero;
}

int main(void)
{
  int x = 0;
  unsigned long y = 5;
  assert(compare_and_swap(&x, 0, 100) && x == 100);
  assert(!compare_and_swap(&x, 0, 200) && x == 100);
  assert(compare_and_get(&y, 4, 9) == 5 && y == 5);
  assert(compare_and_get(&y, 5, 9) == 5 && y == 9);
  assert(fetch_and_add(&x, 7) == 100 && x == 107);
  __asm__ volatile("lock addl %1,%0" : "=m"(x) : "ir"(3), "m"(x));
  assert(x == 110);
  __asm__ volatile("lock; incl %0" : "+m"(x));
  __asm__ volatile("lock; orl $16, %0" : "+m"(x));
  assert(x == 127);
  return 0;
}
