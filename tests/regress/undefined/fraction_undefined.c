// property: def-behavior
// expect: unsafe
// engines: explicit
#define UNDEFINED
#include "fraction.c"
