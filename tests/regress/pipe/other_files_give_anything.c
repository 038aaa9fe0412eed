// property: unreach-call
// expect: unsafe
// Standard input is no end of a pipe.
#include <assert.h>
#include <unistd.h>

int main(void)
{
  int ends[2];
  char c = 'a';
  if (pipe(ends) != 0) return 1;
  if (read(STDIN_FILENO, &c, 1) == 1) assert(c == 'a');
  return 0;
}
