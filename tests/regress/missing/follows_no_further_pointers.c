// property: unreach-call
// expect: unknown
// engines: auto explicit
// What the list reaches further on is not followed, and that is said.
#include <assert.h>


struct node {
  struct node *next;
  int value;
};
extern void sort(struct node *);

int main(void)
{
  struct node second = {0, 1}, first = {&second, 2};
  sort(&first);
  assert(second.value == 1);
  return 0;
}
