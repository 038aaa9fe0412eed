/* Only the numbers in the arguments are read. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  if (argc != 3) return 0;
  assert(atoi(argv[1]) != 12 || atoi(argv[2]) != -34);
  return 0;
}
