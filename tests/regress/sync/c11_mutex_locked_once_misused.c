// property: valid-sync
// expect: unsafe
// engines: explicit bmc
#define MISUSE
#include "c11_mutex_locked_once.c"
