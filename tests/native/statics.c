/* Static variables of functions and files, initializers that point to each other. */
#include "native.h"

static int next(void)
{
  static int counter = 100;
  return counter += 3;
}

static int once(void)
{
  static int calls;
  static const int8_t steps[] = {1, -2, 3};
  calls++;
  return steps[calls % 3] * calls;
}

struct item {
  const char *name;
  const struct item *after;
  int value;
};
static const struct item last = {"last", 0, -9}, first = {"first", &last, 4};

int main(void)
{
  SEE(next());
  SEE(next());
  SEE(once());
  SEE(once());
  SEE(once());
  SEE(once());
  int n = 0;
  for (const struct item *i = &first; i; i = i->after) n = n * 100 + i->value + i->name[1];
  SEE(n);
  DONE(0xda46522du);
  return 0;
}
