// property: unreach-call
// expect: safe
// Copying a structure copies all its bytes, also those between its members, and by way of other memory.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct mixed {
  char letter;
  long number;
  short last;
};

int main(void)
{
  struct mixed first, rows[2], *block = malloc(sizeof *block);
  memset(&first, 7, sizeof first);
  first.number = 1;
  *block = first;
  memcpy(&rows[1], block, sizeof rows[1]);
  struct mixed copy = rows[1];
  const char *bytes = (const char *)&copy;
  assert(bytes[1] == 7 && bytes[7] == 7 && bytes[sizeof copy - 1] == 7);
  assert(copy.number == 1 && memcmp(&first, &copy, sizeof copy) == 0);
  free(block);
  return 0;
}
