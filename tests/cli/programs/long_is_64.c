/* Correct where long has 64 bits. */
#include <assert.h>

int main(void)
{
  assert(sizeof(long) == 8 && sizeof(void *) == 8);
  return 0;
}
