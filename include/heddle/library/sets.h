/* sets.h - sets of signals: one bit each, the first word has them all where a long has 64. */
#pragma once
#include <errno.h>
#include <signal.h>

static inline int heddle_change_set(sigset_t *set, int signal, int add)
{
  unsigned bits = 8 * sizeof set->__val[0], n = (unsigned)signal - 1;
  if (signal < 1 || signal > 64) return errno = EINVAL, -1;
  if (add) set->__val[n / bits] |= 1ul << n % bits;
  else set->__val[n / bits] &= ~(1ul << n % bits);
  return 0;
}
