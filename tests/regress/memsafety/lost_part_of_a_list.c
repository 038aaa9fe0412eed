// property: valid-memsafety
// expect: unsafe
// The first node of a list is dropped; the others are still there.
#include <stdlib.h>

struct node {
  struct node *next;
} *list;

int main(void)
{
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  list = list->next;
  return 0;
}
