// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>

int main(int argc, char **argv)
{
  (void)argv;
  assert(argc >= 0);
  if (argc > 3) argc = 3;
  assert(argc <= 3);
  return 0;
}
