// property: no-deadlock
// expect: unsafe
// A pipe is read that is empty and has an end to write to.
#include <unistd.h>

int main(void)
{
  int ends[2];
  char c;
  if (pipe(ends) != 0) return 1;
  return (int)read(ends[0], &c, 1);
}
