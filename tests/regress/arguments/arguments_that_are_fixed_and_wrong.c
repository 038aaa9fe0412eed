// property: unreach-call
// expect: unsafe
// options: --args 12
#include <assert.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
  if (argc == 2) assert(atoi(argv[1]) != 12);
  return 0;
}
