// property: unreach-call
// expect: unsafe
// What it returns is not known: a warning, and any value.
#include <heddle/verifier.h>

extern bool oracle(void);

int main(void)
{
  heddle_assert(!oracle());
  return 0;
}
