// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
  errno = 0;
  if (!fopen("name", "r")) assert(errno == 0);
  return 0;
}
