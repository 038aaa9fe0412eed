#include "sets.h"

int sigismember(const sigset_t *set, int signal)
{
  unsigned bits = 8 * sizeof set->__val[0], n = (unsigned)signal - 1;
  if (signal < 1 || signal > 64) return errno = EINVAL, -1;
  return (int)(set->__val[n / bits] >> n % bits & 1);
}
