// property: unreach-call
// expect: unsafe
// argv[argc] is NULL; the program believes that there are two arguments always.
#include <assert.h>
#include <stddef.h>

int main(int argc, char *argv[])
{
  assert(argc < 2 || argv[2] != NULL);
  return 0;
}
