// property: unreach-call
// expect: safe
// options: --args 12
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[])
{
  assert(argc == 2);
  assert(strcmp(argv[1], "12") == 0);
  assert(atoi(argv[1]) == 12);
  assert(argv[2] == NULL);
  return 0;
}
