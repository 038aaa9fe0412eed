// property: unreach-call
// expect: unsafe
// Nobody knows what it returns: a warning, and any value.
#include <heddle/verifier.h>

extern bool oracle(void);

int main(void)
{
  heddle_assert(!oracle());
  return 0;
}
