/* What a program registers to have an object destroyed at its end. */
#include "exits.h"

void __heddle_unsupported(const char *what);

int __cxa_atexit(void (*destructor)(void *), void *object, void *library)
{
  (void)library;
  if (!__VERIFIER_atomic_heddle_push(NULL, destructor, object))
    __heddle_unsupported("more than 32 objects to destroy at the end of the program");
  return 0;
}
