/* Calls a function that is not defined; it may return anything. */
#include <assert.h>

_Bool somewhere_else(void);

int main(void)
{
  assert(somewhere_else());
  return 0;
}
