// property: valid-memsafety no-overflow
// expect: safe
// The number of arguments is asked for first; printing a text reads no more than it.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
  if (argc != 3) return printf("%s: two numbers\n", argv[0]) > 0;
  int a = atoi(argv[1]), b = atoi(argv[2]);
  printf("%s and %s\n", argv[1], argv[2]);
  return a < b;
}
