// property: unreach-call
// expect: unsafe
// A lock-free stack whose nodes come back: the head has changed and looks the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int taken;
};
struct node n[2] = {{&n[1], 0}, {0, 0}};
struct node *_Atomic head = &n[0];

static struct node *pop(void)
{
  struct node *old = head;
  while (old && !atomic_compare_exchange_strong(&head, &old, old->next)) continue;
  return old;
}

static void push(struct node *x)
{
  struct node *old = head;
  do x->next = old;
  while (!atomic_compare_exchange_strong(&head, &old, x));
}

void *worker(void *arg)
{
  struct node *x = pop(), *y = pop();
  if (y) {
    y->taken++;
    assert(y->taken == 1);
  }
  if (x) push(x);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  struct node *a = pop(), *b = pop();
  if (b) {
    b->taken++;
    assert(b->taken == 1);
  }
  pthread_join(t, NULL);
  return a != 0;
}
