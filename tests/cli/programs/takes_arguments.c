/* Fails for arguments and a variable of the environment that the trace has to choose. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  const char *mode = getenv("MODE");
  if (argc != 3 || !mode || mode[0] != 'q') return 0;
  assert(strcmp(argv[1], "go") || argv[2][0] != '7');
  return 0;
}
