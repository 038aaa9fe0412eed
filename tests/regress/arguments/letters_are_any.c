// property: unreach-call
// expect: unsafe
// Longer than the first bound on texts, which grows.
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[])
{
  for (int i = 1; i < argc; i++) assert(strcmp(argv[i], "--all") != 0);
  return 0;
}
