// property: unreach-call
// expect: safe
// engines: explicit
// Each thread waits at a node of its own stack, which begins again in each iteration.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
  atomic_int go;
};

static struct node *_Atomic tail;
static int inside;

static void *work(void *unused)
{
  for (int i = 0; i < 2; i++) {
    struct node mine, *last = &mine;
    mine.next = NULL;
    mine.go = 0;
    struct node *before = atomic_exchange(&tail, &mine);
    if (before) {
      before->next = &mine;
      while (!mine.go) continue;
    }
    assert(++inside == 1);
    inside--;
    if (!mine.next && atomic_compare_exchange_strong(&tail, &last, NULL)) continue;
    while (!mine.next) continue;
    struct node *next = mine.next;
    next->go = 1;
  }
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
