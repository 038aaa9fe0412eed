// property: unreach-call
// expect: safe
// engines: explicit bmc
// A list of nodes on the stack: those of calls that have not returned lie apart, and the own one is found.
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next;
};

static struct node *head;

static int is_listed(const struct node *wanted)
{
  for (struct node *n = head; n; n = n->next)
    if (n == wanted) return 1;
  return 0;
}

static void nest(int depth)
{
  struct node mine = {head};
  assert(!is_listed(&mine));
  head = &mine;
  if (depth) nest(depth - 1);
  assert(head == &mine);
  head = mine.next;
}

int main(void)
{
  for (int i = 0; i < 2; i++) nest(1);
  assert(!head);
  return 0;
}
