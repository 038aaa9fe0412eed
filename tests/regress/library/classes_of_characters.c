// property: unreach-call
// expect: safe
// engines: auto explicit
// True is not 0, and false is 0.
#include <assert.h>
int isalpha(int);
int isprint(int);

int main(void)
{
  assert(isalpha('a') != 0 && isalpha('1') == 0);
  assert(isprint('a') && !isprint(1));
  return 0;
}
