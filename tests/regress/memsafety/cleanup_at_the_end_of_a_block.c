// property: valid-memsafety unreach-call
// expect: safe
// What runs when a block is left runs before its locals end.
#include <assert.h>
#include <stdlib.h>

static int sum;

static void add(const int *x)
{
  sum += *x;
}

static void release(char **text)
{
  free(*text);
}

int main(void)
{
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(add))) int x = 5;
    __attribute__((cleanup(release))) char *text = malloc(3);
    text[0] = 'a';
    if (i) continue;
    x++;
  }
  assert(sum == 11);
  return 0;
}
