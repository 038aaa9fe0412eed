/* Calls a function that nobody defines; it may return anything. */
#include <assert.h>

_Bool somewhere_else(void);

int main(void)
{
  assert(somewhere_else());
  return 0;
}
