// property: unreach-call
// expect: unsafe
// engines: auto explicit
// What is true of a letter is any number but 0.
#include <assert.h>
int isalpha(int);
int isprint(int);

int main(void)
{
  assert(isalpha('a') == 1 && isprint('a') == 1);
  return 0;
}
