/* A list: one thread looks at the first node without the lock, while the other takes it out and frees it. */
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pop(void *arg)
{
  pthread_mutex_lock(&lock);
  struct node *first = head;
  head = first->next;
  pthread_mutex_unlock(&lock);
  free(first);
  return arg;
}

static void *look(void *arg)
{
  pthread_mutex_lock(&lock);
  struct node *n = head;
  pthread_mutex_unlock(&lock);
  return n && n->key == 1 ? arg : NULL;
}

int main(void)
{
  pthread_t a, b;
  struct node *n = malloc(sizeof *n);
  if (!n) return 1;
  n->key = 1;
  n->next = NULL;
  head = n;
  pthread_create(&a, NULL, pop, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
