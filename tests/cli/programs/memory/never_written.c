#include <stdlib.h>
struct list {
  struct list *next;
  int v;
};
int main(void)
{
  struct list *l = malloc(sizeof *l);
  if (!l) return 1;
  l->next->v = 2;
  free(l);
  return 0;
}
