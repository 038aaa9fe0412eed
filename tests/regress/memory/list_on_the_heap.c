// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

int main(void)
{
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->key = i;
    n->next = head;
    head = n;
  }
  int expected = 2;
  while (head) {
    struct node *n = head;
    assert(n->key == expected);
    expected--;
    head = n->next;
    free(n);
  }
  assert(expected == -1);
  return 0;
}
