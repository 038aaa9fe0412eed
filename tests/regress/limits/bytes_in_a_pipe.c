// property: unreach-call
// expect: unknown
#include <unistd.h>

int main(void)
{
  int ends[2];
  char many[17] = "";
  if (pipe(ends) != 0) return 1;
  return write(ends[1], many, sizeof many) != sizeof many;
}
