// property: unreach-call
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>
#include <stdlib.h>

int main(void)
{
  if (heddle_nondet_bool()) exit(1);
  if (heddle_nondet_bool()) abort();
  if (heddle_nondet_bool()) _Exit(2);
  return 0;
  assert(0);
}
