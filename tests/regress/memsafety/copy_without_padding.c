// property: valid-memsafety
// expect: safe
// The members alone have room.
#include <stddef.h>
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
  memcpy(to, &from, offsetof(struct mixed, letter) + 1);
  free(to);
  return 0;
}
