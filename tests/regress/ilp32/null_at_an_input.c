// property: valid-memsafety
// expect: unsafe
// options: --data-model ILP32
// engines: explicit bmc auto
// bytes_at_an_input.c without the test that the pointer is set: null moved by an index is no memory.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
char *bytes;

int main(void)
{
  int at = __VERIFIER_nondet_int();
  if (at < 1 || at > 3) return 0;
  if (__VERIFIER_nondet_int()) bytes = malloc(4);
  int byte = bytes ? 0 : bytes[at];
  free(bytes);
  return byte;
}
