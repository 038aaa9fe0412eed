// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc
// All members have room in the block, the bytes behind them do not.
#include <stdlib.h>
#include <string.h>

struct mixed {
  int number;
  char letter;
};

int main(void)
{
  struct mixed from = {1, 2};
  char *to = malloc(5);
  memcpy(to, &from, sizeof from);
  free(to);
  return 0;
}
