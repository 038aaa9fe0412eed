// property: unreach-call
// expect: unsafe
// engines: bmc
// A list whose links are exclusive-ors of two addresses is followed to its last node.
#include <assert.h>
#include <stdint.h>

struct node {
  uintptr_t link;
  int value;
} a, b, c;

int main(void)
{
  struct node *before = &a, *at;
  int sum;
  a.value = 1, b.value = 2, c.value = 3;
  a.link = (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b;
  at = (struct node *)a.link;
  sum = before->value;
  while (at) {
    struct node *next = (struct node *)(at->link ^ (uintptr_t)before);
    sum += at->value;
    if (at == &c) break;
    before = at;
    at = next;
  }
  assert(sum != 6);
}
