/* qsort and bsearch, on numbers and on structures; atexit. */
#include <stdlib.h>

#include "native.h"

typedef struct {
  int key;
  char tag;
} item;

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static int by_key(const void *a, const void *b)
{
  return ((const item *)a)->key - ((const item *)b)->key;
}

static int by_letter(const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

static int order;

static void last(void)
{
  assert(order == 1 + WRONG);
}

static void first(void)
{
  assert(order == 0);
  order = 1;
}

int main(void)
{
  int numbers[] = {5, -1, 9, 3, 3}, wanted = 9, missing = 4;
  item items[] = {{3, 'c'}, {1, 'a'}, {2, 'b'}};
  char letters[] = {'q', 'b', 'z'};
  long long wide[] = {1LL << 40, -1, 7};
  qsort(numbers, 5, sizeof numbers[0], by_number);
  assert(numbers[0] == -1 && numbers[1] == 3 && numbers[2] == 3 && numbers[3] == 5 && numbers[4] == 9);
  assert(bsearch(&wanted, numbers, 5, sizeof numbers[0], by_number) == &numbers[4]);
  assert(!bsearch(&missing, numbers, 5, sizeof numbers[0], by_number));
  qsort(items, 3, sizeof items[0], by_key);
  assert(items[0].tag == 'a' && items[1].tag == 'b' && items[2].tag == 'c' && items[2].key == 3);
  qsort(letters, 3, 1, by_letter);
  assert(letters[0] == 'b' && letters[1] == 'q' && letters[2] == 'z');
  qsort(wide, 0, sizeof wide[0], by_number);
  assert(wide[0] == 1LL << 40);
  assert(atexit(last) == 0 && atexit(first) == 0);
  return 0;
}
