// property: valid-memsafety
// expect: safe
// engines: auto explicit
// A cache that forgets the address of a block with the block.
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
    cached = 0;
    free(key);
  }
  return 0;
}
