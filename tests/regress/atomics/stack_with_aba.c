// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
// A stack without locks: `pop` has read the first node and the one behind it when another thread takes both, frees the first, and
// pushes a new one that is at its address. The exchange does not notice, and the second node has two owners.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
  int id;
} node;

static _Atomic(node *) top;
static int in_use[3];

static void push(node *n)
{
  node *old = atomic_load(&top);
  do
    n->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, n));
}

static node *pop(void)
{
  node *old = atomic_load(&top), *next;
  do {
    if (!old) return NULL;
    next = old->next;
  } while (!atomic_compare_exchange_strong(&top, &old, next));
  return old;
}

static node *make(int id)
{
  node *n = malloc(sizeof *n);
  n->id = id;
  return n;
}

static void *other(void *arg)
{
  node *a = pop(), *b = pop();
  if (!a || !b) return arg;
  free(a);
  push(make(2));
  in_use[b->id] = 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  push(make(0));
  push(make(1));
  pthread_create(&t, NULL, other, NULL);
  node *first = pop(), *second = first ? pop() : NULL;
  pthread_join(t, NULL);
  if (second) assert(!in_use[second->id]);
  return 0;
}
