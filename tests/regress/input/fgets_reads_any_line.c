// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 1;
  assert(strcmp(line, "quit\n") != 0);
  return 0;
}
