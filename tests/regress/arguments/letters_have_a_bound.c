// property: unreach-call
// expect: unknown
// Nothing goes wrong, but that is known of texts up to a length alone.
#include <assert.h>
#include <string.h>

int main(int argc, char *argv[])
{
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "-x") == 0) assert(argv[i][0] == '-' && argv[i][2] == 0);
  return 0;
}
