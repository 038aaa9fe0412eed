// property: valid-memsafety
// expect: unsafe
#include <stdlib.h>

int main(void)
{
  return getenv("HEDDLE")[0] == 'x';
}
