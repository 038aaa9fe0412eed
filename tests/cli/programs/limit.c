#include <assert.h>

#include "limit.h"

int main(void)
{
  int unused_on_purpose = "a text"; /* clang warns */
  for (int i = 0; i < 3; i++) assert(i < LIMIT);
  return 0;
}
