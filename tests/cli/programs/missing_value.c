#include <assert.h>

extern int look(int), count(void);
extern void fill(int *), each(void (*f)(int));

int seen;

static void see(int x)
{
  if (x == 3) seen = 1;
}

int main(void)
{
  int limit = 0, rest = count();
  fill(&limit);
  each(see);
  assert(look(3) != 7 || limit != 5 || seen != 1);
  return rest;
}
