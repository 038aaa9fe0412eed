// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
#include <assert.h>

int main(int argc, char **argv)
{
  (void)argv;
  assert(argc < 3);
  return 0;
}
