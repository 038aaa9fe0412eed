// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "cond_with_one_mutex.c"
