// property: unreach-call
// expect: safe
// engines: explicit bmc auto
#include <assert.h>
#include <string.h>

struct pair {
  char c;
  int i;
};

int main(void)
{
  struct pair a, b;
  memset(&a, 7, sizeof a);
  memset(&b, 7, sizeof b);
  assert(memcmp(&a, &b, sizeof a) == 0);
  return 0;
}
