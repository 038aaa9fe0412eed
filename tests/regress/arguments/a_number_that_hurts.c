// property: unreach-call
// expect: unsafe
// One number of all is the wrong one.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
  if (argc != 3) return 1;
  long sum = strtol(argv[1], NULL, 10) ^ strtol(argv[2], NULL, 10);
  assert(sum != 123456789);
  return 0;
}
