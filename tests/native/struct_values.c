/* Structures as arguments and results, small and large. */
#include "native.h"

struct pair {
  int a, b;
};
struct big {
  int64_t values[5];
  int count;
};

static struct pair swapped(struct pair p)
{
  struct pair q = {p.b, p.a};
  p.a = 0;
  return q;
}

static struct big push(struct big b, int64_t value)
{
  b.values[b.count++] = value;
  return b;
}

static int64_t total(struct big b)
{
  int64_t sum = 0;
  for (int i = 0; i < b.count; i++) sum += b.values[i] * (i + 1);
  b.count = 0;
  return sum;
}

int main(void)
{
  struct pair p = {3, 4}, q = swapped(p);
  SEE(p.a * 10 + p.b);
  SEE(q.a * 10 + q.b);
  SEE(swapped(swapped(q)).a);
  struct big b = {{0}, 0};
  for (int i = 0; i < 5; i++) b = push(b, i * 1000000007LL - 5);
  SEE(total(b));
  SEE(b.count);
  DONE(0x8b0e6c50u);
  return 0;
}
