// property: unreach-call
// expect: safe
// options: --args -xy5
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char *argv[])
{
  int n = 0, x = 0, option;
  while ((option = getopt(argc, argv, "xy:")) != -1) {
    if (option == 'x') x = 1;
    if (option == 'y') n = atoi(optarg);
  }
  assert(x == 1 && n == 5 && optind == 2 && optind == argc);
  return 0;
}
