// property: valid-memsafety
// expect: safe
// Memory that is never freed is not lost while a global leads to it, however many steps it takes.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
} *list;

void *worker(void *arg)
{
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
