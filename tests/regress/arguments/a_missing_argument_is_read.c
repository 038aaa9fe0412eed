// property: valid-memsafety
// expect: unsafe
// Called without an argument, the program reads a number at NULL.
#include <stdlib.h>

int main(int argc, char *argv[])
{
  (void)argc;
  return atoi(argv[1]) > 3;
}
