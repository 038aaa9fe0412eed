#include "sets.h"

int sigfillset(sigset_t *set)
{
  for (unsigned i = 0; i < 64 / (8 * sizeof set->__val[0]); i++) set->__val[i] = ~0ul;
  return 0;
}
