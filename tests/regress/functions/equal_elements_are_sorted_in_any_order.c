// property: unreach-call
// expect: unsafe
// engines: auto explicit
#include <assert.h>
#include <stdlib.h>

typedef struct {
  int key;
  char tag;
} item;

static int by_key(const void *a, const void *b)
{
  return ((const item *)a)->key - ((const item *)b)->key;
}

int main(void)
{
  item items[3] = {{2, 'a'}, {1, 'b'}, {1, 'c'}};
  qsort(items, 3, sizeof items[0], by_key);
  assert(items[0].tag == 'b');
}
