// property: unreach-call
// expect: unknown
// Nothing goes wrong, but that is known of texts up to a length alone.
#include <assert.h>

int main(int argc, char *argv[])
{
  if (argc == 2 && argv[1][0] == '-') assert(argv[1][0] != 0);
  return 0;
}
