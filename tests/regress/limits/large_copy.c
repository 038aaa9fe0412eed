// property: unreach-call
// expect: unknown
// Structures of different members are copied member by member.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct mixed {
  char letter;
  int number;
};

static struct mixed from[5000], to[5001];

int main(void)
{
  from[4999].number = 1;
  memmove(to + 1, to, sizeof from);
  memcpy(to, from, sizeof from);
  assert(!to[4999].number);
  return 0;
}
