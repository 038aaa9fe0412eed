// property: unreach-call
// expect: unsafe
#include <assert.h>

static int inner(int argc, char *argv[])
{
  char **kept = argv;
  return argc > 1 && kept[1][0] == 'x';
}

static int outer(int argc, char *argv[])
{
  char **kept = argv;
  return inner(argc, kept);
}

int main(int argc, char *argv[])
{
  assert(!outer(argc, argv));
}
