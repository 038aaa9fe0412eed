// property: valid-memsafety
// expect: unsafe
// Two objects that point to each other are lost all the same.
#include <stdlib.h>

struct node {
  struct node *other;
};

int main(void)
{
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  return 0;
}
