/* peek_after_free.c - a list under a lock; one thread looks at a node after the lock is given up: use after free. */
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value)
{
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  pthread_mutex_lock(&lock);
  n->value = value;
  n->next = head;
  head = n;
  pthread_mutex_unlock(&lock);
}

static void *pop(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&lock);
  struct node *n = head;
  if (n) head = n->next;
  pthread_mutex_unlock(&lock);
  free(n);
  return NULL;
}

static void *peek(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&lock);
  struct node *n = head;
  pthread_mutex_unlock(&lock);
  return (void *)(long)(n ? n->value : 0);
}

int main(void)
{
  pthread_t a, b;
  push(1);
  push(2);
  pthread_create(&a, NULL, pop, NULL);
  pthread_create(&b, NULL, peek, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
