// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};
struct node *head;

void *push(void *arg)
{
  struct node *n = malloc(sizeof *n);
  n->key = (int)(long)arg;
  n->next = head;
  head = n;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, NULL, push, (void *)1);
  pthread_create(&b, NULL, push, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = head; n; n = n->next) sum += n->key;
  assert(sum == 3);
  return 0;
}
