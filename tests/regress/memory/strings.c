// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <string.h>

char buffer[16];

int main(void)
{
  strcpy(buffer, "loom");
  assert(strlen(buffer) == 4);
  strcat(buffer, "s");
  assert(strcmp(buffer, "looms") == 0);
  assert(strcmp(buffer, "loop") < 0 && strcmp("b", "a") > 0);
  assert(strncmp(buffer, "loose", 3) == 0);
  return 0;
}
