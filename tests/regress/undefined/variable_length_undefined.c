// property: def-behavior
// expect: unsafe
// engines: explicit bmc
#define UNDEFINED
#include "variable_length.c"
