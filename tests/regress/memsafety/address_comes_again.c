// property: valid-memsafety
// expect: unsafe
// engines: auto explicit bmc
// A cache that knows a block by its address takes the next one for it.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  uintptr_t cached = 0;
  int *value = NULL;
  for (int i = 0; i < 2; i++) {
    int *key = malloc(sizeof *key);
    if ((uintptr_t)key == cached) *value = 1;
    cached = (uintptr_t)key;
    free(key);
  }
  return 0;
}
