// property: unreach-call
// expect: unsafe
// engines: auto explicit
// The twin of printf_counts_characters: output can fail.
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int all = printf("abc\n");
  assert(all == 4);
  return 0;
}
