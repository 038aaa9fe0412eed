/* Safe if an unchecked assumption holds. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void look(const int *);
atomic_int ready;

int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  look(p);
  atomic_store_explicit(&ready, 1, memory_order_release);
  assert(atomic_load_explicit(&ready, memory_order_acquire) == 1);
  assert(*p == 1);
  free(p);
  return 0;
}
