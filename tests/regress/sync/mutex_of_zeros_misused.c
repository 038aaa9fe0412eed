// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "mutex_of_zeros.c"
