// property: unreach-call
// expect: safe
// A function that fails says why, and none sets errno to 0.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void)
{
  errno = 0;
  FILE *stream = fopen("name", "r");
  if (!stream) assert(errno != 0);
  errno = EINVAL;
  if (open("name", O_RDONLY) >= 0) assert(errno != 0);
  return 0;
}
