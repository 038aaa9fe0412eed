#include <stdlib.h>

#include "stack.h"

struct stack {
  size_t n, room;
  int values[4];
};

pile *stack_new(size_t room)
{
  pile *s = calloc(1, sizeof *s);
  if (s) s->room = room < 4 ? room : 4;
  return s;
}

/* Without a lock. */
bool stack_push(pile *s, int value)
{
  if (s->n == s->room) return false;
  s->values[s->n++] = value;
  return true;
}

bool stack_pop(pile *s, int *value)
{
  if (s->n == 0) return false;
  *value = s->values[--s->n];
  return true;
}

void stack_order_by(pile *s, stack_order order, const char *name)
{
  (void)s;
  (void)order;
  (void)name;
}

int stack_count(pile *s, struct range range, bool (*wanted)(int value, void *data), void *data)
{
  (void)wanted;
  (void)data;
  return (int)s->n + range.first - range.first;
}

void stack_free(pile *s, size_t room)
{
  (void)room;
  free(s);
}
