// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char *argv[])
{
  int n = 1, option;
  while ((option = getopt(argc, argv, "n:")) != -1)
    if (option == 'n') n = atoi(optarg);
  assert(n != 7);
  return 0;
}
