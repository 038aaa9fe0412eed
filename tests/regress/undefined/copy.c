// property: def-behavior
// expect: safe
// The twin of copy_undefined: memmove may overlap, the halves of an array do not, and a structure may be given its own value.
#include <stdlib.h>
#include <string.h>

struct pair {
  int a, b, c;
};

extern unsigned heddle_nondet_uint(void);

int main(void)
{
  char text[8] = "abcdefg", *block = malloc(8);
  struct pair list[2] = {{1, 2, 3}, {4, 5, 6}};
  unsigned i = heddle_nondet_uint() % 2;
  memmove(text + 1, text, 5);
  memcpy(text + 4, text, 4);
  memcpy(block, text, 8);
  list[i] = list[0];
  free(block);
  return list[1].c;
}
