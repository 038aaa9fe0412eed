#include "exits.h"

int atexit(void (*handler)(void))
{
  return __VERIFIER_atomic_heddle_push(handler, NULL, NULL) ? 0 : -1;
}
