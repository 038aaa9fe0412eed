// property: unreach-call
// expect: safe
// options: --args --si=3
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
  static const struct option names[] = {{"all", no_argument, NULL, 'a'}, {"size", required_argument, NULL, 's'}, {0}};
  int index = -1, option = getopt_long(argc, argv, "as:", names, &index);
  assert(option == 's' && index == 1 && atoi(optarg) == 3);
  assert(getopt_long(argc, argv, "as:", names, &index) == -1 && optind == 2);
  return 0;
}
