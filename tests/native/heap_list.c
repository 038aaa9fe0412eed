/* A list on the heap: built, walked, shortened, freed. */
#include <stdlib.h>

#include "native.h"

struct node {
  int value;
  struct node *next;
};

int main(void)
{
  struct node *head = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->value = i * 11;
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n; n = n->next) SEE(n->value);
  struct node *second = head->next;
  head->next = second->next;
  free(second);
  int sum = 0;
  while (head) {
    struct node *next = head->next;
    sum = sum * 7 + head->value;
    free(head);
    head = next;
  }
  SEE(sum);
  DONE(0xf66a4562u);
  return 0;
}
