#include "sets.h"

int sigemptyset(sigset_t *set)
{
  for (unsigned i = 0; i < 64 / (8 * sizeof set->__val[0]); i++) set->__val[i] = 0;
  return 0;
}
