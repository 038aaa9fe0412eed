// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
  char line[4];
  if (!fgets(line, sizeof line, stdin)) return 1;
  assert(line[0] == 0 || line[1] == 0 || line[2] == 0 || line[3] == 0);
  return 0;
}
