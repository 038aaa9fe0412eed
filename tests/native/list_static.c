/* Linked nodes in an array; from a member back to its structure. */
#include <stddef.h>

#include "native.h"

struct link {
  struct link *next;
};
struct node {
  int value;
  struct link link;
};

#define NODE(l) ((struct node *)((char *)(l)-offsetof(struct node, link)))

static struct node nodes[5];
static struct link *head;

static void push(struct node *n, int value)
{
  n->value = value;
  n->link.next = head;
  head = &n->link;
}

int main(void)
{
  for (int i = 0; i < 5; i++) push(&nodes[i], i * i + 1);
  for (struct link *l = head; l; l = l->next) SEE(NODE(l)->value);
  struct link *reversed = 0;
  while (head) {
    struct link *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  for (struct link *l = reversed; l; l = l->next) SEE(NODE(l)->value);
  SEE(NODE(reversed) == &nodes[0]);
  DONE(0x0706862bu);
  return 0;
}
