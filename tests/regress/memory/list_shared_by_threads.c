// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};
struct node *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *push(void *arg)
{
  struct node *n = malloc(sizeof *n);
  n->key = (int)(long)arg;
  pthread_mutex_lock(&m);
  n->next = head;
  head = n;
  pthread_mutex_unlock(&m);
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
