// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char *s = strdup("hey");
  if (!s) return 0;
  assert(s[1] == 'e' && strlen(s) == 3);
  free(s);
  return 0;
}
