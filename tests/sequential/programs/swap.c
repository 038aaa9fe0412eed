/* Pointers to locals and to elements. */
#include "common.h"
int a[3] = {1, 2, 3};
static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
int main(void)
{
  int local = 7, k = between(0, 2);
  swap(&local, &a[k]);
  assert(a[k] == 7 && local == k + ONE);
  int *p = INPUT() ? &a[0] : &local;
  *p = 9;
  assert(a[0] == 9 || local == 9);
  assert(MORE);
}
