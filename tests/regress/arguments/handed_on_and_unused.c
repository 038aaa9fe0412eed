// property: unreach-call
// expect: safe
// Nothing depends on the arguments, so there is no bound on them.
#include <assert.h>

static int inner(int argc, char *argv[])
{
  return 3;
}

static int outer(int argc, char *argv[])
{
  char **kept = argv;
  return inner(argc, kept);
}

int main(int argc, char *argv[])
{
  assert(outer(argc, argv) == 3);
}
