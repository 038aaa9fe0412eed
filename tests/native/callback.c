/* A callback with its context through void *. */
#include "native.h"

struct tally {
  int count;
  int64_t sum;
};

static void add_up(void *context, int value)
{
  struct tally *t = context;
  t->count++;
  t->sum += value;
}

static void largest(void *context, int value)
{
  int *best = context;
  if (value > *best) *best = value;
}

static void for_each(const int *values, int n, void (*visit)(void *, int), void *context)
{
  for (int i = 0; i < n; i++) visit(context, values[i]);
}

int main(void)
{
  int values[] = {3, -8, 21, 4, 15};
  struct tally t = {0, 0};
  int best = -1000;
  for_each(values, 5, add_up, &t);
  for_each(values, 3, largest, &best);
  SEE(t.count);
  SEE(t.sum);
  SEE(best);
  DONE(0xf886f2e7u);
  return 0;
}
