/* What its compiler was told decides whether it is correct. */
#include <assert.h>
#include <folder_of_the_system.h>

int main(void)
{
#ifdef WRONG
  assert(0);
#endif
  assert(__STDC_VERSION__ == 199901L);
  assert(_REENTRANT == 1);
  assert((char)-1 > 0);
  return FROM_SYSTEM - 3;
}
